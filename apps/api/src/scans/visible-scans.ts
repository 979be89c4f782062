import type { ScanFilters } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { filterScans } from './filter-scans.ts';
import { type SelectedScans, selectScans } from './scan-record.ts';

const NO_CHECKPOINT = '00000000-0000-0000-0000-000000000000';

/**
 * Selects the scans that a clerk may see: with `supervise` those of the domain, else those at the checkpoints of the
 * workgroup and those that the clerk made or delivered. A device id proves nothing: each client chooses its own.
 */
export function selectVisibleScans(db: Database, clerk: SignedInClerk): SelectedScans {
  const scans = selectScans(db, clerk.domainId);
  if (clerk.rights.includes('supervise')) return scans;
  // Values, and no subquery: the planner then sees which checkpoints have few scans, and finds those by their index.
  const atTheirs = clerk.scansAt.length > 0 ? clerk.scansAt : [NO_CHECKPOINT];
  return scans.where(({ eb, or }) =>
    or([
      eb('scan.claimed_by', '=', clerk.id),
      eb('scan.submitted_by', '=', clerk.id),
      eb('scan.checkpoint_id', 'in', atTheirs),
    ]),
  );
}

/**
 * The scans that a clerk may see and that pass every filter. Holders' names are searched by the right to look for names.
 * `words`: those of the search by which scans are found.
 */
export function filterVisibleScans(
  db: Database,
  clerk: SignedInClerk,
  { filters, words }: { filters: ScanFilters; words: readonly string[] },
): SelectedScans {
  const byName = clerk.rights.includes('supervise') || clerk.rights.includes('search');
  return filterScans(selectVisibleScans(db, clerk), filters, { byName, rareWords: words });
}
