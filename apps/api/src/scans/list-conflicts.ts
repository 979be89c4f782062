import { acknowledgeConflict, type ConflictRecord, listConflicts } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { formatKeysetCursor, parseKeysetCursor } from '../http/keyset-cursor.ts';
import { conflictView } from './conflicts.ts';
import { scanRecord, selectScans } from './scan-record.ts';

const PAGE_LENGTH = 50;

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly requireSession: MiddlewareHandler<AppEnv>;
}

/** GET /scantix/v0/scanner/conflicts and POST …/{id}/acknowledge. */
export function mountConflicts(app: Hono<AppEnv>, { db, clock, requireSession }: Options): void {
  implementClerkCall(app, listConflicts, { requireSession }, async ({ clerk, query }) => {
    let rows = selectConflicts(db, clerk.domainId)
      .orderBy('conflict.created_at', 'desc')
      .orderBy('conflict.id', 'desc')
      .limit(PAGE_LENGTH + 1);
    if (query.open) rows = rows.where('acknowledged_at', query.open === 'true' ? 'is' : 'is not', null);
    if (query.cursor) {
      const after = parseKeysetCursor(query.cursor);
      rows = rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('conflict.created_at', 'conflict.id'), '<', tuple(new Date(after.at), after.id)),
      );
    }
    const found = await rows.execute();
    const items = await withScans(db, clerk.domainId, found.slice(0, PAGE_LENGTH));
    const last = items.at(-1);
    return {
      items,
      ...(found.length > PAGE_LENGTH && last
        ? { next_cursor: formatKeysetCursor({ at: last.created_at, id: last.id }) }
        : {}),
    };
  });

  implementClerkCall(app, acknowledgeConflict, { requireSession }, async ({ clerk, params }) => {
    const { domainId } = clerk;
    await db
      .updateTable('scan_conflicts')
      .set({ acknowledged_at: new Date(clock.now()), acknowledged_by: clerk.id })
      .where('domain_id', '=', domainId)
      .where('id', '=', params.id)
      .where('acknowledged_at', 'is', null)
      .execute();
    const rows = await selectConflicts(db, domainId).where('conflict.id', '=', params.id).execute();
    const [record] = await withScans(db, domainId, rows);
    if (!record) throw new ApiError('not_found', 'Unknown conflict');
    return record;
  });
}

function selectConflicts(db: Database, domainId: string) {
  return db
    .selectFrom('scan_conflicts as conflict')
    .leftJoin('clerks as clerk', 'clerk.id', 'conflict.acknowledged_by')
    .select([
      'conflict.id',
      'scan_id',
      'with_scan_id',
      'kind',
      'conflict.created_at',
      'acknowledged_at',
      'clerk.login as acknowledged_by',
    ])
    .where('conflict.domain_id', '=', domainId);
}

type SelectedConflict = Awaited<ReturnType<ReturnType<typeof selectConflicts>['execute']>>[number];

async function withScans(db: Database, domainId: string, rows: readonly SelectedConflict[]): Promise<ConflictRecord[]> {
  if (rows.length === 0) return [];
  const ids = rows.flatMap(({ scan_id, with_scan_id }) => [scan_id, ...(with_scan_id ? [with_scan_id] : [])]);
  const scans = await selectScans(db, domainId).where('scan.id', 'in', ids).execute();
  const records = new Map(scans.map((scan) => [scan.id, scanRecord(scan)]));
  return rows.flatMap((row) => {
    const scan = records.get(row.scan_id);
    const other = records.get(row.with_scan_id ?? '');
    if (!scan) return [];
    return {
      ...conflictView(row),
      scan_id: row.scan_id,
      created_at: row.created_at.toISOString(),
      scan,
      ...(other ? { with_scan: other } : {}),
    };
  });
}
