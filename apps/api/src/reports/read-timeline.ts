import { MAX_TIMELINE_POINTS } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { type ReportScope, reportedScans } from './report-scope.ts';

export interface TimelinePoint {
  readonly at: string;
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}

/**
 * Counts the scans of each step, the oldest first, empty steps included. Steps begin at multiples of their width (UTC),
 * so the first may begin before the period.
 * @throws ApiError `invalid_request` if there are too many steps
 */
export async function readTimeline(db: Database, scope: ReportScope, stepMs: number): Promise<TimelinePoint[]> {
  const first = Math.floor(scope.from.getTime() / stepMs);
  const count = Math.ceil(scope.to.getTime() / stepMs) - first;
  if (count > MAX_TIMELINE_POINTS) throw new ApiError('invalid_request', 'Invalid request: too many steps');
  const { rows } = await sql<{ step: number; scans: number; admitted: number; refused: number }>`
    select floor(extract(epoch from happened_at) * 1000 / ${stepMs}::float8)::float8 as step, count(*)::int as scans,
      count(*) filter (where admitted)::int as admitted,
      count(*) filter (where refused)::int as refused
    from (${reportedScans(scope)}) as scan
    group by 1`.execute(db);
  const counted = new Map(rows.map(({ step, ...counts }) => [step, counts]));
  return Array.from({ length: count }, (_, index) => ({
    at: new Date((first + index) * stepMs).toISOString(),
    ...(counted.get(first + index) ?? { scans: 0, admitted: 0, refused: 0 }),
  }));
}
