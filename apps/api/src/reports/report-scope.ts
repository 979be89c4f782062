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

/**
 * A period that ends now, for all who ask for it within two seconds: its bounds are multiples of that, up to two seconds
 * earlier and later. A period that is over stays as it is.
 */
export function livePeriod(scope: ReportScope, now: number): ReportScope {
  if (scope.to.getTime() < now - SHARED_FOR_MS) return scope;
  const multiple = (time: Date, round: (steps: number) => number) =>
    new Date(round(time.getTime() / SHARED_FOR_MS) * SHARED_FOR_MS);
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

/**
 * The scans of a report. `admitted`: a visitor was let in, and no undo took that back. The effect decides, since it
 * follows a late verdict of the device; without a ticket the verdict decides, as `letsThrough` of the rules does.
 */
export function reportedScans({ domainId, from, to, checkpointId }: ReportScope): RawBuilder<unknown> {
  return sql`
    select checkpoint_id, claimed_by, device_id, ticket_id, symbology, outcome, reason, happened_at, received_at,
      device_verdict is not null as has_device_verdict, offered_again, undone, marks,
      outcome = 'refused' and effect = 'none' as refused,
      mode = 'entry' and case when ticket_id is null
        then outcome in ('accepted', 'attention') and reason <> 'self_repeat' else effect = 'enter' end
      and not undone as admitted
    from scans
    cross join lateral (
      select exists (
        select from scan_undos as undo where undo.domain_id = scans.domain_id and undo.scan_id = scans.id
      ) as undone
    ) as undo
    where domain_id = ${domainId} and happened_at >= ${from} and happened_at < ${to}
      ${checkpointId === undefined ? sql`` : sql`and checkpoint_id = ${checkpointId}`}`;
}
