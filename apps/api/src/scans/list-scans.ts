import type { listScans as endpoint } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { formatKeysetCursor, parseKeysetCursor } from '../http/keyset-cursor.ts';
import { rareWords } from './rare-words.ts';
import { type SelectedScans, scanRecord, selectScans } from './scan-record.ts';
import { filterVisibleScans } from './visible-scans.ts';

const DEFAULT_LIMIT = 50;

/** Reads a page of Results, the newest scans first. */
export async function listScans(
  { db }: { readonly db: Database },
  { clerk, body: query }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const words = query.search ? await rareWords(db, clerk.domainId, query.search) : [];
  let rows = newestFirst(filterVisibleScans(db, clerk, { filters: query, words })).limit(limit + 1);
  if (query.id) rows = rows.where('scan.id', '=', query.id);
  if (query.cursor) {
    const after = parseKeysetCursor(query.cursor);
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('scan.received_at', 'scan.id'), '<', tuple(new Date(after.at), after.id)),
    );
  }
  const found = await (query.search ? readFound(db, clerk.domainId, rows) : rows.execute());
  const items = found.slice(0, limit).map(scanRecord);
  const last = items.at(-1);
  return {
    items,
    ...(found.length > limit && last ? { next_cursor: formatKeysetCursor({ at: last.received_at, id: last.id }) } : {}),
  };
}

/** Sorts ids alone: a search may find thousands of scans for one page, and their other columns come from eight tables. */
async function readFound(db: Database, domainId: string, rows: SelectedScans) {
  const page = await rows.clearSelect().select('scan.id').execute();
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  return newestFirst(selectScans(db, domainId).where('scan.id', 'in', ids)).execute();
}

const newestFirst = (scans: SelectedScans) => scans.orderBy('scan.received_at', 'desc').orderBy('scan.id', 'desc');
