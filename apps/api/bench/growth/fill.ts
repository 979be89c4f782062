import type { Queryable } from '../../../../scripts/bench/database.ts';
import type { Venue } from '../api/venue.ts';

/** The scans of a venue's day. With more stored, the history is longer. */
export const SCANS_A_DAY = 10_000;
const SCANS_A_TICKET = 10;
const ROWS_AT_ONCE = 250_000;

/** How many scans are stored, and up to how many more are. The newest is number 0. */
export interface Growth {
  readonly from: number;
  readonly to: number;
}

/**
 * Makes a venue's history longer: tickets that were used, and their scans, as many every day. One in ten is refused: of a
 * code that nobody knows. Foreign keys and triggers of scans are left out; those of tickets run. Indexes are made
 * afterwards, so that no scan is sorted into the index of searches by itself.
 */
export async function lengthenHistory(db: Queryable, venue: Venue, growth: Growth): Promise<void> {
  const indexes = await db.query<{ name: string; definition: string }>(INDEXES);
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await addRows(db, venue, growth);
  await db.query(`set maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await db.query(definition);
  await db.query('reset maintenance_work_mem');
}

async function addRows(db: Queryable, venue: Venue, { from, to }: Growth): Promise<void> {
  for (let start = from; start < to; start += ROWS_AT_ONCE) {
    const numbers = [start, Math.min(start + ROWS_AT_ONCE, to) - 1] as const;
    await db.query(TICKETS, [venue.id, ...numbers.map((number) => Math.ceil(number / SCANS_A_TICKET)), SCANS_A_TICKET]);
    await db.query('set session_replication_role = replica');
    await db.query(SCANS, [
      venue.id,
      ...numbers,
      venue.checkpointId,
      venue.clerkId,
      86_400 / SCANS_A_DAY,
      SCANS_A_TICKET,
    ]);
    await db.query('reset session_replication_role');
  }
}

/** Those that no rule of a table needs. */
const INDEXES = `
  select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
  where indrelid in ('scans'::regclass, 'tickets'::regclass) and not indisunique`;

/** Names that repeat: one search in a year finds hundreds. */
const HOLDER = `'Visitor ' || to_hex(n % 65536) || ' ' || to_hex(n)`;
const idOf = (space: string, n: string) => `('00000000-0000-4000-${space}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const TICKETS = `
  insert into tickets (id, domain_id, barcode, status, holder, type, order_name, works_at, entries_allowed, entries_used,
    updated_at, search_text)
  select ${idOf('8000', 'n')}, $1, convert_to('old-' || n, 'UTF8'), 'valid', ${HOLDER}, 'Season ticket', 'R-' || n / 10,
    '{}', $4::int * 2, $4::int, now(), lower('old-' || n || chr(10) || ${HOLDER} || chr(10) || 'r-' || n / 10)
  from generate_series($2::int, $3::int) as n on conflict do nothing`;

const SCANS = `
  insert into scans (domain_id, id, barcode, symbology, scan_method, mode, checkpoint_id, claimed_at, received_at,
    happened_at, clock_offset_ms, device_id, claimed_by, submitted_by, received_from, ticket_id, outcome, reason, verdict,
    effect, effect_at, payload_hash, search_text)
  select $1, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8'
    || substr(md5(i::text), 4, 15))::uuid, convert_to(code, 'UTF8'), 'qr_code', 'camera', 'entry', $4, at,
    at + i % 400 * interval '1 millisecond', at, 0, 'hot-gate-' || i % 20, $5::uuid, $5::uuid, 'hot-gate-' || i % 20, ticket,
    case when ticket is null then 'refused' else 'accepted' end, case when ticket is null then 'unknown_code' else 'ok' end,
    json_build_object('outcome', case when ticket is null then 'refused' else 'accepted' end, 'reason',
      case when ticket is null then 'unknown_code' else 'ok' end, 'certainty', 'server', 'mode', 'entry', 'ticket',
      case when ticket is not null then json_build_object('holder', holder, 'type', 'Season ticket', 'order', 'R-' || n) end),
    case when ticket is null then 'none' else 'enter' end, case when ticket is not null then at end, sha256(''),
    lower(code || chr(10) || coalesce(holder, ''))
  from (
    select i, n, now() - (i + 1) * $6::float8 * interval '1 second' as at,
      case when i % 10 = 0 then 'nobody-' || i else 'old-' || n end as code,
      case when i % 10 > 0 then ${idOf('8000', 'n')} end as ticket, case when i % 10 > 0 then ${HOLDER} end as holder
    from (select i, i / $7::int as n from generate_series($2::int, $3::int) as i) as numbered
  ) as made`;
