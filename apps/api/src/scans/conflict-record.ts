import type { ConflictRecord } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import { conflictView } from './conflict-view.ts';
import { scanRecord, selectScans } from './scan-record.ts';

/** The conflicts of a domain. */
export function selectConflicts(db: Database, domainId: string) {
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

/** The selected conflicts on the wire, each with its scans. */
export async function conflictRecords(
  db: Database,
  domainId: string,
  rows: readonly SelectedConflict[],
): Promise<ConflictRecord[]> {
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
