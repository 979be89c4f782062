import type { LedgerScan } from '../model/ledger-scan.ts';
import type { ListOptions } from '../model/log-options.ts';
import { UNSENT_STATES } from './filter-parameters.ts';

/** The ledger's list of scans. */
export interface LogReader {
  /** Lists scans, the newest first. */
  list(options: ListOptions): Promise<LedgerScan[]>;
}

/** How many scans of each state are listed at most. */
export const UNSENT_LIMIT = 200;

/**
 * Lists the scans that only this device knows: at most 200 that wait, and 200 in quarantine.
 *
 * @throws LedgerError where this device's scans cannot be read
 */
export async function listUnsent(ledger: LogReader): Promise<LedgerScan[]> {
  const lists = UNSENT_STATES.map((sync) => ledger.list({ sync, limit: UNSENT_LIMIT }));
  return (await Promise.all(lists)).flat();
}
