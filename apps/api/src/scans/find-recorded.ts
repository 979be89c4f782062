import { type Selectable, sql } from 'kysely';
import { domainAtRun } from '../database/domain-at-run.ts';
import type { Database, Tables } from '../database/tables.ts';
import type { Deliverer } from './is-own-device.ts';

/** The columns of a recorded scan that a repeat needs. */
export interface RecordedRow
  extends Pick<
      Selectable<Tables['scans']>,
      | 'id'
      | 'verdict'
      | 'device_verdict'
      | 'ticket_id'
      | 'effect'
      | 'effect_at'
      | 'ticket_change'
      | 'payload_hash'
      | 'received_at'
      | 'receipt'
      | 'claimed_by'
      | 'marks'
    >,
    Deliverer {
  /** Whether the scan was taken back. */
  readonly undone: boolean;
}

/**
 * Those of these scans that are recorded, by their ids, their rows locked in the order of ids: two repeats with a verdict of
 * the device run one after the other. It looks for each id by itself: for a list of them a planner whose statistics say that
 * the domain has hardly any scan reads all of its scans.
 */
export async function findRecorded(
  trx: Database,
  { domainId, ids }: { domainId: string; ids: readonly string[] },
): Promise<Map<string, RecordedRow>> {
  const { rows } = await sql<Omit<RecordedRow, 'undone'>>`
    select found.* from unnest(${[...new Set(ids)].toSorted()}::uuid[]) as asked (id)
    cross join lateral (
      select id, verdict, device_verdict, ticket_id, effect, effect_at, ticket_change, payload_hash,
        received_from as "deliveredBy", received_key as "deliveredWith",
        received_at, receipt, claimed_by, marks
      from scans where domain_id = ${domainAtRun(domainId)} and scans.id = asked.id
      limit 1 for update
    ) as found`.execute(trx);
  const undone = await findUndone(trx, { domainId, ids: rows.map(({ id }) => id) });
  return new Map(rows.map((row) => [row.id, { ...row, undone: undone.has(row.id) }]));
}

/** Read after the scans are locked, since a statement that waits for a lock sees no undo that was committed meanwhile. */
async function findUndone(
  trx: Database,
  { domainId, ids }: { domainId: string; ids: readonly string[] },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('scan_undos')
    .select('scan_id')
    .where('domain_id', '=', domainAtRun(domainId))
    .where('scan_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ scan_id }) => scan_id));
}
