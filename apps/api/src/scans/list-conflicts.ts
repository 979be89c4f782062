import type { listConflicts as endpoint } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { formatKeysetCursor, parseKeysetCursor } from '../http/keyset-cursor.ts';
import { conflictRecords, selectConflicts } from './conflict-record.ts';
import { selectVisibleScans } from './visible-scans.ts';

const PAGE_LENGTH = 50;

/** Reads a page of conflicts, the newest first. */
export async function listConflicts(
  { db }: { readonly db: Database },
  { clerk, query }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  let rows = selectConflicts(db, clerk.domainId)
    .orderBy('conflict.created_at', 'desc')
    .orderBy('conflict.id', 'desc')
    .limit(PAGE_LENGTH + 1);
  if (!clerk.rights.includes('supervise')) {
    const visible = selectVisibleScans(db, clerk).where('conflict.id', 'is not', null);
    rows = rows.where('conflict.scan_id', 'in', db.selectFrom(visible.as('scan')).select('scan.id'));
  }
  if (query.open) rows = rows.where('acknowledged_at', query.open === 'true' ? 'is' : 'is not', null);
  if (query.cursor) {
    const after = parseKeysetCursor(query.cursor);
    rows = rows.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('conflict.created_at', 'conflict.id'), '<', tuple(new Date(after.at), after.id)),
    );
  }
  const found = await rows.execute();
  const items = await conflictRecords(db, clerk.domainId, found.slice(0, PAGE_LENGTH));
  const last = items.at(-1);
  return {
    items,
    ...(found.length > PAGE_LENGTH && last
      ? { next_cursor: formatKeysetCursor({ at: last.created_at, id: last.id }) }
      : {}),
  };
}
