import { listScans } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { formatKeysetCursor, parseKeysetCursor } from '../http/keyset-cursor.ts';
import { scanRecord, selectScans } from './scan-record.ts';

const DEFAULT_LIMIT = 50;

/** GET /scantix/v0/scanner/scans: the log behind Results, the newest first, a page at a time. */
export function mountListScans(
  app: Hono<AppEnv>,
  { db, requireSession }: { db: Database; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, listScans, { requireSession }, async ({ clerk, query }) => {
    const limit = Number(query.limit ?? DEFAULT_LIMIT);
    let rows = selectScans(db, clerk.domainId)
      .orderBy('scan.received_at', 'desc')
      .orderBy('scan.id', 'desc')
      .limit(limit + 1);
    if (query.id) rows = rows.where('scan.id', '=', query.id);
    if (query.outcome) rows = rows.where('scan.outcome', '=', query.outcome);
    if (query.reason) rows = rows.where('scan.reason', '=', query.reason);
    if (query.mode) rows = rows.where('scan.mode', '=', query.mode);
    if (query.clerk) rows = rows.where('claimer.login', '=', query.clerk);
    if (query.device_id) rows = rows.where('scan.device_id', '=', query.device_id);
    if (query.from) rows = rows.where('scan.happened_at', '>=', new Date(query.from));
    if (query.to) rows = rows.where('scan.happened_at', '<', new Date(query.to));
    if (query.undone) rows = rows.where('undo.id', query.undone === 'true' ? 'is not' : 'is', null);
    if (query.conflict) rows = rows.where('conflict.id', query.conflict === 'none' ? 'is' : 'is not', null);
    if (query.conflict === 'open') rows = rows.where('conflict.acknowledged_at', 'is', null);
    if (query.conflict === 'acknowledged') rows = rows.where('conflict.acknowledged_at', 'is not', null);
    if (query.checkpoint_id) rows = rows.where('scan.checkpoint_id', '=', query.checkpoint_id);
    if (query.search) rows = rows.where('scan.search_text', 'like', `%${escapeLike(query.search.toLowerCase())}%`);
    if (query.cursor) {
      const after = parseKeysetCursor(query.cursor);
      rows = rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('scan.received_at', 'scan.id'), '<', tuple(new Date(after.at), after.id)),
      );
    }
    const found = await rows.execute();
    const items = found.slice(0, limit).map(scanRecord);
    const last = items.at(-1);
    return {
      items,
      ...(found.length > limit && last
        ? { next_cursor: formatKeysetCursor({ at: last.received_at, id: last.id }) }
        : {}),
    };
  });
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
