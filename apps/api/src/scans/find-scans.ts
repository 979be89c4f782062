import { sql } from 'kysely';
import { type SearchWindow, searchSpans, searchWindows } from '../database/search-spans.ts';
import type { Database } from '../database/tables.ts';
import type { SelectedScans } from './scan-record.ts';

/** Which part of a domain's log is searched. */
export interface SearchedLog {
  readonly domainId: string;
  /** When the newest scan that may be found was received. @default any time */
  readonly until?: Date | undefined;
  /** The most scans that are found. */
  readonly limit: number;
}

/**
 * Finds the ids of the newest scans of a search. It reads the log window by window until it has found enough.
 * @param scans the scans that the search finds, the newest first
 */
export async function findScans(
  db: Database,
  scans: SelectedScans,
  { domainId, until, limit }: SearchedLog,
): Promise<string[]> {
  const { oldest, newest } = await db
    .selectFrom('scans')
    .where('domain_id', '=', domainId)
    .select(({ fn }) => [fn.min('received_at').as('oldest'), fn.max('received_at').as('newest')])
    .executeTakeFirstOrThrow();
  const found: string[] = [];
  if (!oldest || !newest) return found;
  for (const window of searchWindows(domainId, { oldest, newest: until && until < newest ? until : newest })) {
    const more = await withinWindow(scans, window)
      .limit(limit - found.length)
      .execute();
    found.push(...more.map(({ id }) => id));
    if (found.length === limit) break;
  }
  return found;
}

/** The ids of those scans that a window has. The spans are for the index alone: the times say the same. */
export function withinWindow(scans: SelectedScans, { from, before, spans }: SearchWindow) {
  return scans
    .clearSelect()
    .select('scan.id')
    .where('scan.received_at', '>=', from)
    .where('scan.received_at', '<', before)
    .where(sql<boolean>`${sql.raw(searchSpans('scan.domain_id', 'scan.received_at'))} && ${spans}::text[]`);
}
