import type { listScans as endpoint } from '@scantix/api-contract';
import { rareWords } from '../database/rare-words.ts';
import type { Database } from '../database/tables.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { formatKeysetCursor, parseKeysetCursor } from '../http/keyset-cursor.ts';
import { findScans, type SearchedLog } from './find-scans.ts';
import { type SelectedScans, scanRecord, selectScans } from './scan-record.ts';
import { filterVisibleScans } from './visible-scans.ts';

const DEFAULT_LIMIT = 50;

/** Reads a page of Results, the newest scans first. */
export async function listScans(
  { db }: { readonly db: Database },
  { clerk, body: query }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const limit = Number(query.limit ?? DEFAULT_LIMIT);
  const words = query.search ? await rareWords(db, { table: 'scans', domainId: clerk.domainId }, query.search) : [];
  let rows = newestFirst(filterVisibleScans(db, clerk, { filters: query, words }));
  if (query.id) rows = rows.where('scan.id', '=', query.id);
  const after = query.cursor === undefined ? undefined : parseKeysetCursor(query.cursor);
  if (after) {
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('scan.received_at', 'scan.id'), '<', tuple(new Date(after.at), after.id)),
    );
  }
  const page = { domainId: clerk.domainId, until: after && new Date(after.at), limit: limit + 1 };
  const found = await (query.search ? readFound(db, rows, page) : rows.limit(limit + 1).execute());
  const items = found.slice(0, limit).map(scanRecord);
  const last = items.at(-1);
  return {
    items,
    ...(found.length > limit && last ? { next_cursor: formatKeysetCursor({ at: last.received_at, id: last.id }) } : {}),
  };
}

/** Finds ids first: the other columns come from eight tables. */
async function readFound(db: Database, rows: SelectedScans, page: SearchedLog) {
  const ids = await findScans(db, rows, page);
  if (ids.length === 0) return [];
  return newestFirst(selectScans(db, page.domainId).where('scan.id', 'in', ids)).execute();
}

const newestFirst = (scans: SelectedScans) => scans.orderBy('scan.received_at', 'desc').orderBy('scan.id', 'desc');
