import { MAX_REPORT_PERIOD_MS } from '@scantix/api-contract';
import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../http/api-error.ts';
import { SHARED_FOR_MS } from './share-results.ts';

/** What a report covers: a domain, a period, one checkpoint or all. */
export interface ReportScope {
  readonly domainId: string;
  readonly from: Date;
  readonly to: Date;
  readonly checkpointId: string | undefined;
}

/** The period of a report, and its checkpoint. */
export interface PeriodQuery {
  readonly from: string;
  readonly to: string;
  readonly checkpoint_id?: string | undefined;
}

/** A database reads no year of five digits as JavaScript writes it. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * A period that ends now, for all who ask for it within two seconds: its bounds are multiples of that, up to two seconds
 * earlier and later. A period that is over stays as it is.
 */
export function livePeriod(scope: ReportScope, now: number): ReportScope {
  if (scope.to.getTime() < now - SHARED_FOR_MS) return scope;
  const multiple = (time: Date, round: (steps: number) => number) =>
    new Date(Math.min(round(time.getTime() / SHARED_FOR_MS) * SHARED_FOR_MS, LAST_MS));
  return { ...scope, from: multiple(scope.from, Math.floor), to: multiple(scope.to, Math.ceil) };
}

/** Reads the scope of a report. @throws ApiError `invalid_request` if the period is empty or too long */
export function reportScope(domainId: string, query: PeriodQuery): ReportScope {
  const from = new Date(query.from);
  const to = new Date(query.to);
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= 0 || lengthMs > MAX_REPORT_PERIOD_MS) {
    throw new ApiError('invalid_request', 'Invalid request: the period is empty or too long');
  }
  return { domainId, from, to, checkpointId: query.checkpoint_id };
}

/** What a report adds up. A period of a whole domain is read from its counted hours, and only the rest from scans. */
export interface ReportParts {
  /** Common table expressions: `counted_hour` and `scan`. */
  readonly tables: RawBuilder<unknown>;
  /** The counts of one or more kinds: columns `kind`, `key`, `scans`, `admitted`, `refused`. */
  counts(...kinds: readonly string[]): RawBuilder<unknown>;
}

/** The shortest steps in which hours are counted. */
export const COUNTED_STEP_MS = 300_000;

/**
 * The counts of hours that have not changed since, and the scans of the rest of the period. Counts do not tell checkpoints
 * apart.
 */
export function reportParts(scope: ReportScope, { mayCount = true } = {}): ReportParts {
  const { domainId, from, to, checkpointId } = scope;
  const usesCounts = mayCount && checkpointId === undefined;
  const hours = sql`
    counted_hour as materialized (
      select counted.* from report_hours as counted
      where ${usesCounts} and domain_id = ${domainId} and hour >= ${from} and hour <= ${to}::timestamptz - interval '1 hour'
        and not exists (
          select from report_changes as changed where changed.domain_id = counted.domain_id and changed.hour = counted.hour
        )
    )`;
  // `offset` keeps the planner from joining all scans with the hours: it expects many in each, and with ten million reads all.
  const gaps = sql`
    from (
      select hour
      from generate_series(hour_of(${from}), ${to}::timestamptz - interval '1 microsecond', interval '1 hour') as all_hours (hour)
      where not exists (select from counted_hour where counted_hour.hour = all_hours.hour)
    ) as gap cross join lateral (
      select * from scans where domain_id = ${domainId} and happened_at >= greatest(gap.hour, ${from})
        and happened_at < least(gap.hour + interval '1 hour', ${to})
      offset 0
    ) as scans`;
  return {
    tables: sql`${hours}, scan as materialized (${usesCounts ? selectReported(scope, gaps) : reportedScans(scope)})`,
    counts: (...kinds) => sql`
      select kind, key, counted.scans, counted.admitted, counted.refused
      from report_counts as counted join counted_hour using (hour)
      where counted.domain_id = ${domainId} and kind in (${sql.join(kinds)}) and hour >= ${from} and hour < ${to}`,
  };
}

/** The type of a scan's ticket; empty: no ticket. A join would read every ticket, for a few scans too. */
export const TICKET_TYPE = sql<string>`coalesce(
  (select type from tickets where tickets.domain_id = scan.domain_id and tickets.id = scan.ticket_id), '')`;

/** The scans of a report, each read. */
export function reportedScans(scope: ReportScope): RawBuilder<unknown> {
  const { from, to } = scope;
  return selectReported(
    scope,
    sql`from (select * from scans where happened_at >= ${from} and happened_at < ${to}) as scans`,
  );
}

/**
 * Scans with what reports count. `outcome` and `reason` are those of the verdict that counts. `admitted`: a visitor was let
 * in, and no undo took that back. The effect decides; without a ticket the verdict does, as `letsThrough` of the rules.
 */
function selectReported({ domainId, checkpointId }: ReportScope, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select scans.domain_id, checkpoint_id, claimed_by, device_id, ticket_id, symbology, outcome, reason, happened_at,
      extract(epoch from received_at - happened_at)::float8 * 1000 as took_ms,
      device_verdict is not null as has_device_verdict, clerk_decision, offered_again, undone, marks,
      outcome = 'refused' as refused,
      mode = 'entry' and is_through as admitted,
      mode = 'exit' and is_through as let_out
    ${from}
    cross join lateral (
      select exists (
        select from scan_undos as undo where undo.domain_id = scans.domain_id and undo.scan_id = scans.id
      ) as undone
    ) as undo
    cross join lateral (
      select mode <> 'check' and not undone and (
          effect <> 'none' or ticket_id is null and outcome in ('accepted', 'attention') and reason <> 'self_repeat'
        ) as is_through
    ) as gate
    where domain_id = ${domainId} ${checkpointId === undefined ? sql`` : sql`and checkpoint_id = ${checkpointId}`}`;
}
