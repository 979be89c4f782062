import type { Breakdown } from '@scantix/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type ReportScope, reportParts, TICKET_TYPE } from './report-scope.ts';

export interface BreakdownGroup {
  readonly key: string;
  readonly name: string;
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}

/** How scans are grouped that no hour has counted: the key of `countHours`. */
const KEYS: Record<Breakdown, RawBuilder<string>> = {
  reason: sql`scan.reason`,
  checkpoint: sql`scan.checkpoint_id::text`,
  clerk: sql`scan.claimed_by::text`,
  device: sql`scan.device_id`,
  ticket_type: TICKET_TYPE,
  symbology: sql`scan.symbology`,
};

/** Counts the scans of each group: the groups with the most scans first, at most 100. */
export async function readBreakdown(db: Database, scope: ReportScope, by: Breakdown): Promise<BreakdownGroup[]> {
  const { tables, counts } = reportParts(scope);
  const { rows } = await sql<BreakdownGroup>`
    with ${tables}, part as (
      select ${KEYS[by]} as key, count(*) as scans, count(*) filter (where scan.admitted) as admitted,
        count(*) filter (where scan.refused) as refused
      from scan group by 1
      union all select key, scans, admitted, refused from (${counts(by)}) as counted
    ), found as (
      select key, sum(scans)::int as scans, sum(admitted)::int as admitted, sum(refused)::int as refused
      from part group by key
    )
    select coalesce(clerk.login, found.key) as key, coalesce(checkpoint.name, clerk.user_name, found.key) as name,
      scans, admitted, refused
    from found
    left join checkpoints as checkpoint on ${by === 'checkpoint'} and checkpoint.domain_id = ${scope.domainId}
      and checkpoint.id::text = found.key
    left join clerks as clerk on ${by === 'clerk'} and clerk.domain_id = ${scope.domainId} and clerk.id::text = found.key
    order by scans desc, 1 limit 100`.execute(db);
  return rows;
}
