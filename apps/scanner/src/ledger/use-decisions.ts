import type { LedgerDecisions, ScanLedger } from '@scantix/scan-ledger';
import { useLedgerValue } from './use-ledger-value.ts';

interface Decisions extends LedgerDecisions {
  /** How many scans are in quarantine, with those that are not listed. */
  readonly inQuarantine: number;
}

/** What a person must decide on this device, kept current; `null` until the first read. */
export function useDecisions(): Decisions | null {
  return useLedgerValue(readDecisions);
}

async function readDecisions(ledger: ScanLedger): Promise<Decisions> {
  const { quarantined } = ledger.getSnapshot();
  return { ...(await ledger.listDecisions()), inQuarantine: quarantined };
}
