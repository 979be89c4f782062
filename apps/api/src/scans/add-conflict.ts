import type { ScanConflict } from '@scantix/api-contract';
import type { Conflict } from '@scantix/api-contract/rules';
import type { Database } from '../database/tables.ts';

/** Records a conflict. It names the other scan only if that is recorded. */
export async function addConflict(
  trx: Database,
  {
    id,
    domainId,
    scanId,
    conflict,
    at,
  }: { id: string; domainId: string; scanId: string; conflict: Conflict; at: number },
): Promise<ScanConflict> {
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

async function isRecorded(trx: Database, { domainId, scanId }: { domainId: string; scanId: string }): Promise<boolean> {
  const row = await trx
    .selectFrom('scans')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('id', '=', scanId)
    .executeTakeFirst();
  return row !== undefined;
}
