import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LogFilters } from './filter-parameters.ts';
import type { LogReader } from './list-unsent.ts';
import { matchesFilters } from './matches-filters.ts';

/** Number of scans on a page of the log. */
export const LOG_PAGE_SIZE = 200;

/** One page of this device's log. */
export interface DeviceLogPage {
  readonly items: readonly LedgerScan[];
  /** The id before which the next page begins; `undefined` on the last page. */
  readonly before: string | undefined;
}

/**
 * Reads this device's log until a page of scans matches the filters, or the log ends.
 *
 * @throws LedgerError where this device's scans cannot be read; the signal's reason when it aborts
 */
export async function readDevicePage(
  ledger: LogReader,
  filters: LogFilters,
  { from, signal }: { readonly from?: string | undefined; readonly signal?: AbortSignal } = {},
): Promise<DeviceLogPage> {
  const items: LedgerScan[] = [];
  const { sync } = filters;
  let before = from;
  do {
    const page = await ledger.list({
      limit: LOG_PAGE_SIZE,
      ...(sync && { sync }),
      ...(signal && { signal }),
      ...(before && { before }),
    });
    items.push(...page.filter((entry) => matchesFilters(entry, filters)));
    before = page.length < LOG_PAGE_SIZE ? undefined : page.at(-1)?.scan.id;
  } while (before && items.length < LOG_PAGE_SIZE);
  return { items, before };
}
