import type { Checkpoint } from '@scantix/api-contract';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LogFilters } from './filter-parameters.ts';
import { addScans, type GroupedLog, type StartOfDay } from './grouped-log.ts';
import { fromDevice } from './logged-scan.ts';
import { matchesFilters } from './matches-filters.ts';
import type { ServerLogPage } from './read-server-page.ts';

/** The unsent scans of this device, and what selects and names them. */
export interface UnsentScans {
  readonly unsent: readonly LedgerScan[];
  readonly filters: LogFilters;
  readonly checkpoints: readonly Checkpoint[];
  /** As the log was grouped. @default by the device's time zone */
  readonly startOfDay?: StartOfDay | undefined;
}

/** After every time of a claim. */
const LATEST = 'Z';

const olderClaim = (oldest: string, { claimedAt }: { readonly claimedAt: string }) =>
  claimedAt < oldest ? claimedAt : oldest;

/**
 * Adds the unsent scans of this device to the server's log. While the server has further pages, scans older than all
 * of those pages are left out: they belong further down. Pages are in the order of receipt, so any scan may be the oldest.
 */
export function addUnsent(
  log: GroupedLog,
  pages: readonly ServerLogPage[],
  { unsent, filters, checkpoints, startOfDay }: UnsentScans,
): GroupedLog {
  const isEnd = pages.at(-1)?.next === undefined;
  const sent = pages.flatMap(({ items }) => items);
  const oldest = isEnd ? '' : sent.reduce(olderClaim, LATEST);
  // The answer to a scan may be lost. The log may have another time of it, where the server doubts the claimed one.
  const sentIds = new Set(sent.map(({ id }) => id));
  const matching = unsent
    .filter((entry) => !sentIds.has(entry.scan.id) && matchesFilters(entry, filters))
    .map((entry) => fromDevice(entry, checkpoints));
  return addScans(
    log,
    matching.filter(({ claimedAt }) => claimedAt >= oldest),
    startOfDay,
  );
}
