import { setImmediate } from 'node:timers/promises';
import { MAX_REPORT_PERIOD_MS } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { DECISION_BUDGET_MS } from '../scanner-config/read-scanner-config.ts';
import { reportedScans, TICKET_TYPE } from './report-scope.ts';

const HOUR_MS = 3_600_000;
/** A period that ends now, and the one before. */
const COUNTED_MS = 2 * MAX_REPORT_PERIOD_MS;
/** A process counts for this long at most; the next run goes on. */
const MAX_RUN_MS = 300_000;
/** Decision times are counted by classes, of which each is wider than the one before by this factor. */
export const TIME_CLASS = 1.1;

/** Counts the hours that are over and not counted, or that have changed since, of every domain; the newest first. */
export async function countHours(db: Database): Promise<void> {
  const endsAt = performance.now() + MAX_RUN_MS;
  for (const { id } of await db.selectFrom('domains').select('id').execute()) {
    await forgetHours(db, id);
    for (const hour of await uncountedHours(db, id)) {
      if (performance.now() > endsAt) return;
      await countHour(db, id, hour);
      // The embedded database answers without a turn of the event loop: no request would be read.
      await setImmediate();
    }
  }
}

/** By the database's clock, as the triggers of `report_changes`. */
async function uncountedHours(db: Database, domainId: string): Promise<Date[]> {
  const { rows } = await sql<{ hour: Date }>`
    select hour from generate_series(
      (select greatest(hour_of(happened_at), hour_of(now() - ${COUNTED_MS} * interval '1 millisecond'))
        from scans where domain_id = ${domainId} order by happened_at limit 1),
      now() - interval '4 hours', interval '1 hour'
    ) as series (hour)
    where not exists (
        select from report_hours as counted
        where domain_id = ${domainId} and counted.hour = series.hour
      )
      or exists (select from report_changes as changed where domain_id = ${domainId} and changed.hour = series.hour)
    order by hour desc`.execute(db);
  return rows.map(({ hour }) => hour);
}

async function forgetHours(db: Database, domainId: string): Promise<void> {
  // Counted before the clock was set back: what is scanned in them now leaves no row in `report_changes`.
  await db
    .deleteFrom('report_hours')
    .where('domain_id', '=', domainId)
    .where('hour', '>', sql<Date>`now() - interval '4 hours'`)
    .execute();
  for (const table of ['report_hours', 'report_changes'] as const) {
    await db
      .deleteFrom(table)
      .where('domain_id', '=', domainId)
      .where('hour', '<', sql<Date>`now() - ${COUNTED_MS + HOUR_MS} * interval '1 millisecond'`)
      .execute();
  }
}

/**
 * Counts an hour anew. All statements see the same scans and the same changes. One process counts at a time: the
 * database refuses another.
 */
async function countHour(db: Database, domainId: string, hour: Date): Promise<void> {
  const scope = { domainId, from: hour, to: new Date(hour.getTime() + HOUR_MS), checkpointId: undefined };
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtext('scantix-count-hours'), hashtext(${domainId})) as taken`.execute(trx);
      if (!rows[0]?.taken) return;
      // What a crash takes is counted again.
      await sql`set local synchronous_commit = off`.execute(trx);
      const ofHour = (table: 'report_hours' | 'report_changes') =>
        trx.deleteFrom(table).where('domain_id', '=', domainId).where('hour', '=', hour).execute();
      await ofHour('report_hours');
      await ofHour('report_changes');
      await sql`
        insert into report_hours (domain_id, hour, scans, admitted, refused, attention, undecided, came_back, marked, let_in,
          turned_away, took_classes, took_scans, peak_at, peak_admitted)
        with scan as materialized (${reportedScans(scope)}),
        took as (
          select round(ln(greatest(took_ms, 1)) / ln(${TIME_CLASS}::float8))::int as class, count(*)::int as scans from scan
          where not has_device_verdict and took_ms <= ${DECISION_BUDGET_MS} group by 1
        ),
        peak as (
          select date_bin('5 minutes', happened_at, 'epoch'::timestamptz) as at, count(*)::int as admitted
          from scan where admitted group by 1 order by admitted desc, at limit 1
        )
        select ${domainId}, ${hour}, count(*), count(*) filter (where admitted), count(*) filter (where refused),
          count(*) filter (where outcome = 'attention'), count(*) filter (where outcome = 'undecided'),
          count(*) filter (where offered_again), count(*) filter (where marks is not null),
          count(*) filter (where clerk_decision = 'let_in'), count(*) filter (where clerk_decision = 'turned_away'),
          coalesce((select array_agg(class order by class) from took), '{}'),
          coalesce((select array_agg(scans order by class) from took), '{}'),
          (select at from peak), (select admitted from peak)
        from scan`.execute(trx);
      await sql`
        insert into report_counts (domain_id, hour, kind, key, scans, admitted, refused)
        with scan as materialized (${reportedScans(scope)})
        select ${domainId}, ${hour}, kind, key, count(*), count(*) filter (where admitted), count(*) filter (where refused)
        from scan cross join lateral (values
          ('step', extract(epoch from date_bin('5 minutes', happened_at, 'epoch'::timestamptz))::bigint::text),
          ('reason', reason),
          ('checkpoint', checkpoint_id::text),
          ('clerk', claimed_by::text),
          ('device', device_id),
          ('ticket_type', ${TICKET_TYPE}),
          ('symbology', symbology),
          ('outcome', outcome)
        ) as counted (kind, key)
        group by kind, key`.execute(trx);
    });
}
