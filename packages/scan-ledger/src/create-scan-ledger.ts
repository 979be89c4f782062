/** Code to durable record to verdict: the outbox, its sender and the log of this device. */
export interface ScanLedger {
  readonly name: 'scan-ledger';
}

export function createScanLedger(): ScanLedger {
  return { name: 'scan-ledger' };
}
