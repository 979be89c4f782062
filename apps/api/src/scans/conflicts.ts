import type { Reason, ScanResult } from '@scantix/api-contract';
import type { Conflict } from '@scantix/api-contract/rules';
import type { Database } from '../database/tables.ts';

/** Records that a device let through what the server would have refused. */
export async function addConflict(
  trx: Database,
  {
    id,
    domainId,
    scanId,
    conflict,
    at,
  }: { id: string; domainId: string; scanId: string; conflict: Conflict; at: number },
): Promise<NonNullable<ScanResult['conflict']>> {
  const { kind, withScanId } = conflict;
  const other = withScanId && (await isRecorded(trx, { domainId, scanId: withScanId })) ? withScanId : undefined;
  await trx
    .insertInto('scan_conflicts')
    .values({
      domain_id: domainId,
      id,
      scan_id: scanId,
      with_scan_id: other ?? null,
      kind,
      created_at: new Date(at),
      acknowledged_at: null,
      acknowledged_by: null,
    })
    .execute();
  return { id, kind, ...(other ? { with_scan_id: other } : {}) };
}

/** The conflict of a scan, if it has one. */
export async function findConflict(
  db: Database,
  { domainId, scanId }: { domainId: string; scanId: string },
): Promise<ScanResult['conflict']> {
  const row = await db
    .selectFrom('scan_conflicts as conflict')
    .leftJoin('clerks as clerk', 'clerk.id', 'conflict.acknowledged_by')
    .select(['conflict.id', 'with_scan_id', 'kind', 'acknowledged_at', 'clerk.login as acknowledged_by'])
    .where('conflict.domain_id', '=', domainId)
    .where('scan_id', '=', scanId)
    .executeTakeFirst();
  return row ? conflictView(row) : undefined;
}

/** A conflict's columns as they go over the wire. */
export function conflictView(row: {
  id: string;
  with_scan_id: string | null;
  kind: string;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
}): NonNullable<ScanResult['conflict']> {
  return {
    id: row.id,
    kind: row.kind as Reason,
    ...(row.with_scan_id ? { with_scan_id: row.with_scan_id } : {}),
    ...(row.acknowledged_at ? { acknowledged_at: row.acknowledged_at.toISOString() } : {}),
    ...(row.acknowledged_by ? { acknowledged_by: row.acknowledged_by } : {}),
  };
}

async function isRecorded(trx: Database, { domainId, scanId }: { domainId: string; scanId: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('scans')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('id', '=', scanId)
    .executeTakeFirst();
  return row !== undefined;
}
