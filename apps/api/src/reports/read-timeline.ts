import { MAX_TIMELINE_POINTS } from '@scantix/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { COUNTED_STEP_MS, type ReportScope, reportParts } from './report-scope.ts';
import { stepStarts } from './step-starts.ts';

export interface TimelinePoint {
  readonly at: string;
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}

/**
 * Counts the scans of each step, the oldest first, empty steps included. Steps begin at multiples of their width by the
 * clock of the zone, so the first may begin before the period. Where the clocks change, a day has 23 or 25 hours.
 * @throws ApiError `invalid_request` if there are too many steps
 */
export async function readTimeline(
  db: Database,
  scope: ReportScope,
  { stepMs, timeZone }: { stepMs: number; timeZone: string },
): Promise<TimelinePoint[]> {
  const starts = stepStarts(scope, { stepMs, timeZone, max: MAX_TIMELINE_POINTS + 1 });
  if (starts.length > MAX_TIMELINE_POINTS) throw new ApiError('invalid_request', 'Invalid request: too many steps');
  // Hours are counted in steps of five minutes.
  const { tables, counts } = reportParts(scope, { mayCount: stepMs >= COUNTED_STEP_MS });
  const step = (at: RawBuilder<unknown>) =>
    sql`width_bucket(${at}, ${starts.map((at) => new Date(at))}::timestamptz[])`;
  const { rows } = await sql<{ step: number; scans: number; admitted: number; refused: number }>`
    with ${tables}, part as (
      select ${step(sql`happened_at`)} as step, 1 as scans, admitted::int, refused::int from scan
      union all
      select ${step(sql`to_timestamp(key::float8)`)}, scans, admitted, refused from (${counts('step')}) as counted
    )
    select step, sum(scans)::int as scans, sum(admitted)::int as admitted, sum(refused)::int as refused
    from part group by 1`.execute(db);
  const counted = new Map(rows.map(({ step, ...counts }) => [step, counts]));
  return starts.map((at, index) => ({
    at: new Date(at).toISOString(),
    ...(counted.get(index + 1) ?? { scans: 0, admitted: 0, refused: 0 }),
  }));
}
