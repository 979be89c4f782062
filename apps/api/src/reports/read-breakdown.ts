import type { Breakdown } from '@scantix/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type ReportScope, reportParts, TICKET_TYPE } from './report-scope.ts';

interface Counts {
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}
interface BreakdownGroup extends Counts {
  readonly key: string;
  readonly name: string;
}
interface ScanBreakdown {
  readonly groups: BreakdownGroup[];
  /** The sums of the groups beyond {@link MAX_GROUPS}, and how many of these have admissions. */
  readonly others?: Counts & { readonly groups: number };
}

const MAX_GROUPS = 100;

/** How scans are grouped that no hour has counted: the key of `countHours`. */
const KEYS: Record<Breakdown, RawBuilder<string>> = {
  reason: sql`scan.reason`,
  checkpoint: sql`scan.checkpoint_id::text`,
  clerk: sql`scan.claimed_by::text`,
  device: sql`scan.device_id`,
  ticket_type: TICKET_TYPE,
  symbology: sql`scan.symbology`,
};

/** Counts the scans of each group: the groups with the most scans first, and the others together. */
export async function readBreakdown(db: Database, scope: ReportScope, by: Breakdown): Promise<ScanBreakdown> {
  const { tables, counts } = reportParts(scope);
  const { rows } = await sql<BreakdownGroup & { readonly groups: number | null }>`
    with ${tables}, part as (
      select ${KEYS[by]} as key, count(*) as scans, count(*) filter (where scan.admitted) as admitted,
        count(*) filter (where scan.refused) as refused
      from scan group by 1
      union all select key, scans, admitted, refused from (${counts(by)}) as counted
    ), found as (
      select key, sum(scans)::int as scans, sum(admitted)::int as admitted, sum(refused)::int as refused
      from part group by key
    ),
    ranked as (select *, row_number() over (order by scans desc, key) as place from found)
    select coalesce(clerk.login, ranked.key) as key, coalesce(checkpoint.name, clerk.user_name, device.name, ranked.key) as name,
      scans, admitted, refused, place, null::int as groups
    from ranked
    left join checkpoints as checkpoint on ${by === 'checkpoint'} and checkpoint.domain_id = ${scope.domainId}
      and checkpoint.id::text = ranked.key
    left join clerks as clerk on ${by === 'clerk'} and clerk.domain_id = ${scope.domainId}
      and clerk.id::text = ranked.key
    left join devices as device on ${by === 'device'} and device.domain_id = ${scope.domainId}
      and device.device_id = ranked.key
    where place <= ${MAX_GROUPS}
    union all
    select '', '', sum(scans)::int, sum(admitted)::int, sum(refused)::int, null, (count(*) filter (where admitted > 0))::int
    from ranked where place > ${MAX_GROUPS} having count(*) > 0
    order by place nulls last`.execute(db);
  const groups = rows.flatMap(({ key, name, scans, admitted, refused, groups }) =>
    groups === null ? [{ key, name, scans, admitted, refused }] : [],
  );
  const rest = rows.at(-1);
  if (rest?.groups == null) return { groups };
  const { scans, admitted, refused } = rest;
  return { groups, others: { groups: rest.groups, scans, admitted, refused } };
}
