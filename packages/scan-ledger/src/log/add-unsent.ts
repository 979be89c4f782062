import type { Checkpoint, ScanFilters } from '@scantix/api-contract';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { addScans, type GroupedLog, type StartOfDay } from './grouped-log.ts';
import { fromDevice } from './logged-scan.ts';
import { matchesFilters } from './matches-filters.ts';
import type { ServerLogPage } from './read-server-page.ts';

/** The unsent scans of this device, and what selects and names them. */
export interface UnsentScans {
  readonly unsent: readonly LedgerScan[];
  readonly filters: ScanFilters;
  readonly checkpoints: readonly Checkpoint[];
  /** As the log was grouped. @default by the device's time zone */
  readonly startOfDay?: StartOfDay | undefined;
}

/**
 * Adds the unsent scans of this device to the server's log. While the server has further pages, scans older than the
 * last page are left out: they belong further down.
 */
export function addUnsent(
  log: GroupedLog,
  pages: readonly ServerLogPage[],
  { unsent, filters, checkpoints, startOfDay }: UnsentScans,
): GroupedLog {
  const lastPage = pages.at(-1);
  const oldest = lastPage?.next === undefined ? '' : (lastPage.items.at(-1)?.claimedAt ?? '');
  const matching = unsent
    .filter((entry) => matchesFilters(entry, filters))
    .map((entry) => fromDevice(entry, checkpoints));
  return addScans(
    log,
    matching.filter(({ claimedAt }) => claimedAt >= oldest),
    startOfDay,
  );
}
