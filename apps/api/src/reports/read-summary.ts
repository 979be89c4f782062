import type { ReportSummary } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type ReportScope, reportedScans } from './report-scope.ts';

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
  const { rows } = await sql<SummaryRow>`
    with scan as materialized (${reportedScans(scope)}),
    decided as (
      select extract(epoch from received_at - happened_at) * 1000 as took_ms
      from scan where not has_device_verdict and received_at - happened_at <= ${decisionBudgetMs} * interval '1 millisecond'
    ),
    peak as (
      select date_bin('5 minutes', happened_at, 'epoch'::timestamptz) as at, count(*)::int as admitted
      from scan where admitted group by 1 order by 2 desc, 1 limit 1
    ),
    ticket as (
      select count(*) filter (where inside)::int as inside,
        coalesce(sum(greatest(entries_allowed - entries_used, 0))
          filter (where status = 'valid' and (valid_until is null or valid_until > ${new Date(now)})), 0)::float8 as remaining
      from tickets where domain_id = ${domainId}
    ),
    place as (
      select coalesce(json_agg(json_build_object('id', id, 'name', name, 'capacity', capacity,
        'inside', coalesce(visitors, 0)) order by position, id), '[]') as places
      from checkpoints left join (
        select last_entry ->> 'checkpointId' as entered_at, count(*)::int as visitors
        from tickets where domain_id = ${domainId} and inside group by 1
      ) as entered on entered_at = checkpoints.id::text
      where domain_id = ${domainId} and capacity is not null
        ${checkpointId === undefined ? sql`` : sql`and id = ${checkpointId}`}
    ),
    undo as (
      select count(*)::int as taken_back
      from scan_undos as undo join scans on scans.domain_id = undo.domain_id and scans.id = undo.scan_id
      where undo.domain_id = ${domainId} and undo.received_at >= ${from} and undo.received_at < ${to}
        ${checkpointId === undefined ? sql`` : sql`and scans.checkpoint_id = ${checkpointId}`}
    )
    select
      count(*)::int as scans,
      count(*) filter (where scan.admitted)::int as admitted,
      count(*) filter (where scan.refused)::int as refused,
      count(*) filter (where outcome = 'attention')::int as attention,
      count(*) filter (where outcome = 'undecided')::int as undecided,
      count(*) filter (where scan.admitted and happened_at >= ${new Date(end - FIVE_MINUTES_MS)}
        and happened_at < ${new Date(end)})::int as last_five_minutes,
      count(*) filter (where offered_again)::int as came_back,
      (select taken_back from undo) as taken_back,
      count(*) filter (where marks is not null)::int as marked,
      (select places from place) as places,
      (select count(*) from decided)::int as decided,
      (select percentile_cont(0.5) within group (order by took_ms) from decided)::float8 as p50,
      (select percentile_cont(0.95) within group (order by took_ms) from decided)::float8 as p95,
      (select at from peak) as peak_at,
      (select admitted from peak) as peak_admitted,
      (select inside from ticket) as inside,
      (select remaining from ticket) as remaining,
      (select count(*) from scan_conflicts where domain_id = ${domainId} and acknowledged_at is null)::int as open_conflicts
    from scan`.execute(db);
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
  readonly places: NonNullable<ReportSummary['places']>;
}
