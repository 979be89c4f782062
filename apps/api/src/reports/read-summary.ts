import type { ReportSummary } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { TIME_CLASS } from './count-hours.ts';
import { type ReportScope, reportedScans, reportParts } from './report-scope.ts';

const FIVE_MINUTES_MS = 300_000;

export interface SummaryOptions {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A scan received later than this after its decode was not decided by the server in time. */
  readonly decisionBudgetMs: number;
}

/** Reads the numbers on top of Reports, in one statement, so that they belong to one instant. */
export async function readSummary(
  db: Database,
  scope: ReportScope,
  { now, decisionBudgetMs }: SummaryOptions,
): Promise<ReportSummary> {
  const { domainId, from, to, checkpointId } = scope;
  const end = Math.min(now, to.getTime());
  // Also those before the period: the pace does not fall at midnight.
  const lastMinutes = { ...scope, from: new Date(end - FIVE_MINUTES_MS), to: new Date(end) };
  const { tables } = reportParts(scope);
  const { rows } = await sql<SummaryRow>`
    with ${tables},
    part as (
      select count(*) as scans, count(*) filter (where admitted) as admitted, count(*) filter (where refused) as refused,
        count(*) filter (where outcome = 'attention') as attention,
        count(*) filter (where outcome = 'undecided') as undecided,
        count(*) filter (where offered_again) as came_back, count(*) filter (where marks is not null) as marked,
        count(*) filter (where clerk_decision = 'let_in') as let_in,
        count(*) filter (where clerk_decision = 'turned_away') as turned_away
      from scan
      union all
      select sum(scans), sum(admitted), sum(refused), sum(attention), sum(undecided), sum(came_back), sum(marked),
        sum(let_in), sum(turned_away)
      from counted_hour
    ),
    took as (
      select took_ms, count(*) as scans from scan
      where not has_device_verdict and took_ms <= ${decisionBudgetMs} group by 1
      union all
      select power(${TIME_CLASS}::float8, class), sum(in_class)
      from counted_hour cross join unnest(took_classes, took_scans) as decided (class, in_class) group by class
    ),
    decided as (
      select took_ms, sum(scans) over (order by took_ms) as up_to, sum(scans) over () as decided from took
    ),
    step as (
      select date_bin('5 minutes', happened_at, 'epoch'::timestamptz) as at, count(*) as admitted
      from scan where admitted group by 1
      union all
      select peak_at, peak_admitted from counted_hour where peak_at is not null
    ),
    peak as (select at, admitted::int as admitted from step order by admitted desc, at limit 1),
    ticket as (
      select coalesce(sum(inside), 0)::int as inside,
        coalesce(sum(remaining) filter (where ends_at > ${new Date(now)}), 0)::float8 as remaining
      from ticket_totals where domain_id = ${domainId}
    ),
    place as (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'capacity', capacity,
        'inside', coalesce(visitors, 0)) order by position, id), '[]') as places
      from checkpoints left join (
        select entered_at, sum(inside)::int as visitors from ticket_totals where domain_id = ${domainId} group by 1
      ) as entered on entered_at = checkpoints.id::text
      where domain_id = ${domainId} and capacity is not null and (closed_at is null or visitors > 0)
        ${checkpointId === undefined ? sql`` : sql`and id = ${checkpointId}`}
    ),
    undo as (
      select count(*)::int as taken_back
      from scan_undos as undo join scans on scans.domain_id = undo.domain_id and scans.id = undo.scan_id
      where undo.domain_id = ${domainId} and undo.received_at >= ${from} and undo.received_at < ${to}
        ${checkpointId === undefined ? sql`` : sql`and scans.checkpoint_id = ${checkpointId}`}
    )
    select sum(scans)::int as scans, coalesce(sum(admitted), 0)::int as admitted,
      coalesce(sum(refused), 0)::int as refused, coalesce(sum(attention), 0)::int as attention,
      coalesce(sum(undecided), 0)::int as undecided, coalesce(sum(came_back), 0)::int as came_back,
      coalesce(sum(marked), 0)::int as marked,
      coalesce(sum(let_in), 0)::int as let_in, coalesce(sum(turned_away), 0)::int as turned_away,
      (select count(*) filter (where admitted)::int from (${reportedScans(lastMinutes)}) as last) as last_five_minutes,
      (select taken_back from undo) as taken_back,
      (select places from place) as places,
      coalesce((select max(decided) from decided), 0)::int as decided,
      (select min(took_ms) from decided where up_to >= decided * 0.5) as p50,
      (select min(took_ms) from decided where up_to >= decided * 0.95) as p95,
      (select at from peak) as peak_at,
      (select admitted from peak) as peak_admitted,
      (select inside from ticket) as inside,
      (select remaining from ticket) as remaining,
      (select count(*) from scan_conflicts where domain_id = ${domainId} and acknowledged_at is null)::int as open_conflicts
    from part`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The summary has no row');
  return {
    as_of: new Date(now).toISOString(),
    scans: row.scans,
    admitted: row.admitted,
    refused: row.refused,
    attention: row.attention,
    undecided: row.undecided,
    inside: row.inside,
    remaining: row.remaining,
    per_minute: row.last_five_minutes / 5,
    peak: row.peak_at === null ? null : { at: row.peak_at.toISOString(), admitted: row.peak_admitted ?? 0 },
    decision_ms: row.p50 === null || row.p95 === null ? null : { p50: Math.round(row.p50), p95: Math.round(row.p95) },
    offline_share: row.scans === 0 ? null : (row.scans - row.decided) / row.scans,
    open_conflicts: row.open_conflicts,
    came_back: row.came_back,
    taken_back: row.taken_back,
    marked: row.marked,
    clerk_decisions: { let_in: row.let_in, turned_away: row.turned_away },
    places: row.places,
  };
}

interface SummaryRow {
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
  readonly attention: number;
  readonly undecided: number;
  readonly last_five_minutes: number;
  readonly decided: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly peak_at: Date | null;
  readonly peak_admitted: number | null;
  readonly inside: number;
  readonly remaining: number;
  readonly open_conflicts: number;
  readonly came_back: number;
  readonly taken_back: number;
  readonly marked: number;
  readonly let_in: number;
  readonly turned_away: number;
  readonly places: NonNullable<ReportSummary['places']>;
}
