import type { ScanConflict } from '@scantix/api-contract';
import type { Conflict } from '@scantix/api-contract/rules';
import { domainAtRun } from '../database/domain-at-run.ts';
import type { Database } from '../database/tables.ts';

/** A conflict of a scan, ready to be written. */
export interface PreparedConflict {
  readonly id: string;
  readonly scan_id: string;
  readonly with_scan_id: string | null;
  readonly kind: Conflict['kind'];
}

/** Gives conflicts their ids. Each names the other scan only if that is recorded. */
export async function prepareConflicts(
  trx: Database,
  { domainId, newId }: { domainId: string; newId: () => string },
  conflicts: readonly { readonly scanId: string; readonly conflict: Conflict }[],
): Promise<PreparedConflict[]> {
  const others = conflicts.flatMap(({ conflict }) => conflict.withScanId ?? []);
  const recorded = await findIds(trx, { domainId, ids: others });
  return conflicts.map(({ scanId, conflict: { kind, withScanId } }) => {
    const other = withScanId && recorded.has(withScanId) ? withScanId : null;
    return { id: newId(), scan_id: scanId, with_scan_id: other, kind };
  });
}

/** A conflict on the wire that nobody has acknowledged. */
export const newConflict = ({ id, kind, with_scan_id }: PreparedConflict): ScanConflict => ({
  id,
  kind,
  ...(with_scan_id === null ? {} : { with_scan_id }),
});

/** Records a conflict at once. */
export async function addConflict(
  trx: Database,
  parts: { domainId: string; newId: () => string; at: number },
  of: { readonly scanId: string; readonly conflict: Conflict },
): Promise<ScanConflict> {
  const [conflict] = (await prepareConflicts(trx, parts, [of])) as [PreparedConflict];
  const unacknowledged = { acknowledged_at: null, acknowledged_by: null };
  await trx
    .insertInto('scan_conflicts')
    .values({ ...conflict, domain_id: parts.domainId, created_at: new Date(parts.at), ...unacknowledged })
    .execute();
  return newConflict(conflict);
}

async function findIds(
  trx: Database,
  { domainId, ids }: { domainId: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('scans')
    .select('id')
    .where('domain_id', '=', domainAtRun(domainId))
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
