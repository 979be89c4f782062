import type { Breakdown } from '@scantix/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type ReportScope, reportedScans } from './report-scope.ts';

export interface BreakdownGroup {
  readonly key: string;
  readonly name: string;
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}

/** What each breakdown groups by: the key, and its name for people. */
const GROUPINGS: Record<Breakdown, { key: RawBuilder<string>; name: RawBuilder<string> }> = {
  reason: same(sql`scan.reason`),
  checkpoint: { key: sql`checkpoint.id::text`, name: sql`checkpoint.name` },
  clerk: { key: sql`clerk.login`, name: sql`clerk.user_name` },
  device: same(sql`scan.device_id`),
  ticket_type: same(sql`coalesce(ticket.type, '')`),
  symbology: same(sql`scan.symbology`),
};

function same(expression: RawBuilder<string>) {
  return { key: expression, name: expression };
}

/** Counts the scans of each group: the groups with the most scans first, at most 100. */
export async function readBreakdown(db: Database, scope: ReportScope, by: Breakdown): Promise<BreakdownGroup[]> {
  const { key, name } = GROUPINGS[by];
  const { rows } = await sql<BreakdownGroup>`
    select ${key} as key, ${name} as name, count(*)::int as scans,
      count(*) filter (where scan.admitted)::int as admitted,
      count(*) filter (where scan.refused)::int as refused
    from (${reportedScans(scope)}) as scan
    join checkpoints as checkpoint on checkpoint.id = scan.checkpoint_id
    join clerks as clerk on clerk.id = scan.claimed_by
    left join tickets as ticket on ticket.id = scan.ticket_id
    group by 1, 2 order by scans desc, 1 limit 100`.execute(db);
  return rows;
}
