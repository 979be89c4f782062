import { GATES_WINDOW_MINUTES, type Gate, type GateDevice } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { forecastPlace } from './forecast-place.ts';
import { reportedScans } from './report-scope.ts';

const MINUTE_MS = 60_000;
/** A device that was not seen for longer has gone home. */
const SEEN_WITHIN_MS = 12 * 60 * MINUTE_MS;
/** A device asks for tickets every minute, and is noted once a minute. */
const SILENT_AFTER_MS = 3 * MINUTE_MS;
const MAX_DEVICES = 1_000;

/** Reads the open checkpoints and the devices of a domain, as they are at `now`: epoch milliseconds. */
export async function readGates(
  db: Database,
  { domainId, now }: { readonly domainId: string; readonly now: number },
): Promise<{ gates: Gate[]; devices: GateDevice[] }> {
  const from = new Date(now - GATES_WINDOW_MINUTES * MINUTE_MS);
  const scope = { domainId, from, to: new Date(now), checkpointId: undefined };
  const seenFrom = new Date(now - SEEN_WITHIN_MS);
  const { rows: gates } = await sql<GateRow>`
    with counted as (
      select checkpoint_id, count(*) filter (where admitted)::int as entered,
        count(*) filter (where let_out)::int as let_out, count(*) filter (where refused)::int as refused
      from (${reportedScans(scope)}) as scan group by 1
    ), visitors as (
      select entered_at, sum(inside)::int as inside from ticket_totals where domain_id = ${domainId} group by 1
    ), seen as (
      select checkpoint_id, max(seen_at) as seen_at from devices
      where domain_id = ${domainId} and seen_at >= ${seenFrom} group by 1
    )
    select checkpoints.id, name, capacity, coalesce(inside, 0) as inside, coalesce(entered, 0) as entered,
      coalesce(let_out, 0) as let_out, coalesce(refused, 0) as refused, newest.received_at as last_scan_at, seen_at
    from checkpoints
    left join counted on checkpoint_id = checkpoints.id
    left join visitors on entered_at = checkpoints.id::text
    left join seen on seen.checkpoint_id = checkpoints.id
    left join lateral (
      select received_at from scans where scans.domain_id = ${domainId} and scans.checkpoint_id = checkpoints.id
      order by received_at desc, scans.id desc limit 1
    ) as newest on true
    where domain_id = ${domainId} and closed_at is null
    order by position, checkpoints.id`.execute(db);
  const devices = await db
    .selectFrom('devices')
    .leftJoin('clerks', 'clerks.id', 'devices.clerk_id')
    .leftJoin('checkpoints', (join) =>
      join
        .onRef('checkpoints.id', '=', 'devices.checkpoint_id')
        .onRef('checkpoints.domain_id', '=', 'devices.domain_id')
        .on('checkpoints.closed_at', 'is', null),
    )
    .select(['device_id', 'devices.name', 'login', 'checkpoints.id as checkpoint_id', 'seen_at', 'waiting'])
    .select(['battery', 'charging', 'tickets_at'])
    .where('devices.domain_id', '=', domainId)
    .where('seen_at', '>=', seenFrom)
    // Of more devices than are listed, those of silent gates come first.
    .orderBy(sql`max(seen_at) over (partition by checkpoints.id) >= ${new Date(now - SILENT_AFTER_MS)}`)
    .orderBy('seen_at', 'desc')
    .orderBy('device_id')
    .limit(MAX_DEVICES)
    .execute();
  return {
    gates: gates.map(({ let_out: left, last_scan_at, seen_at, ...row }) => {
      const state = !seen_at ? 'unused' : now - seen_at.getTime() > SILENT_AFTER_MS ? 'silent' : 'live';
      const forecast = forecastPlace({ ...row, left }, GATES_WINDOW_MINUTES);
      return { ...row, left, state, forecast, last_scan_at: last_scan_at?.toISOString() ?? null };
    }),
    devices: devices.map(({ device_id, login, seen_at, tickets_at, ...row }) => ({
      ...row,
      ...{ id: device_id, clerk: login, seen_at: seen_at.toISOString() },
      tickets_at: tickets_at?.toISOString() ?? null,
    })),
  };
}

interface GateRow extends Omit<Gate, 'left' | 'state' | 'forecast' | 'last_scan_at'> {
  readonly let_out: number;
  readonly last_scan_at: Date | null;
  readonly seen_at: Date | null;
}
