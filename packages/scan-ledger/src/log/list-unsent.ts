import type { LedgerScan, SyncState } from '../model/ledger-scan.ts';
import type { ListOptions } from '../model/log-options.ts';

/** The ledger's list of scans. */
export interface LogReader {
  /** Lists scans, the newest first. */
  list(options: ListOptions): Promise<LedgerScan[]>;
}

const LIMIT = 200;

/**
 * Lists the scans that only this device knows: at most 200 that wait, and 200 in quarantine.
 *
 * @throws LedgerError where this device's scans cannot be read
 */
export async function listUnsent(ledger: LogReader): Promise<LedgerScan[]> {
  const listBy = (sync: SyncState) => ledger.list({ sync, limit: LIMIT });
  const [waiting, quarantined] = await Promise.all([listBy('waiting'), listBy('quarantined')]);
  return [...waiting, ...quarantined];
}
