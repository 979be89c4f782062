import type { ScanLedger } from '@scantix/scan-ledger';
import { useLedgerValue } from '../../ledger/use-ledger-value.ts';

/** What only this device knows: scans that wait, and those that the server will not take. */
export function useUnsentScans() {
  return useLedgerValue(listUnsent);
}

async function listUnsent(ledger: ScanLedger) {
  const [waiting, quarantined] = await Promise.all([
    ledger.list({ sync: 'waiting', limit: 200 }),
    ledger.list({ sync: 'quarantined', limit: 200 }),
  ]);
  return [...waiting, ...quarantined];
}
