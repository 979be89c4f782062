import { type Kysely, sql } from 'kysely';
import { makeIndexes } from '../build-indexes.ts';

/** What Reports add up, so that they need not read every scan and ticket. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...HOURS, ...TOTALS]) await sql.raw(statement).execute(db);
  await makeIndexes(db, INDEXES);
}

/** What the live stream of Reports asks for every second. */
export const INDEXES = [
  { name: 'scan_undos_newest_first', on: 'scan_undos (domain_id, received_at desc, id desc)' },
  {
    name: 'scan_conflicts_open',
    on: 'scan_conflicts (domain_id, created_at desc, id desc) where acknowledged_at is null',
  },
];

/** A server of the build before goes on writing, as a user who has no right to the new tables. */
const AS_OWNER = 'security definer set search_path from current';

/**
 * The counts of hours that are over. A change of an hour that ended two hours ago or earlier leaves a row in
 * `report_changes`, which is visible together with the change: as long as there is one, nobody uses the counts. Hours are
 * counted from three hours after their end on (`count-hours.ts`), when every transaction that left no such row is over.
 */
const HOURS = [
  `create table report_hours (
    domain_id uuid not null references domains,
    hour timestamptz not null,
    primary key (domain_id, hour)
  )`,
  `create table report_counts (
    domain_id uuid not null,
    kind text not null,
    hour timestamptz not null,
    key text not null,
    scans integer not null,
    admitted integer not null,
    refused integer not null,
    primary key (domain_id, kind, hour, key),
    foreign key (domain_id, hour) references report_hours on delete cascade
  )`,
  'create index report_counts_by_hour on report_counts (domain_id, hour)',
  // Not one row an hour: whoever counts must not delete the row of a change that it does not see.
  `create table report_changes (
    domain_id uuid not null references domains,
    hour timestamptz not null,
    id uuid not null default gen_random_uuid(),
    primary key (domain_id, hour, id)
  )`,
  `create function hour_of(at timestamptz) returns timestamptz language sql immutable as
    $$ select date_bin('1 hour', at, 'epoch'::timestamptz) $$`,
  `create function note_counted_scans() returns trigger language plpgsql ${AS_OWNER} as $$
  begin
    if tg_op = 'INSERT' then
      insert into report_changes (domain_id, hour) select distinct domain_id, hour_of(happened_at)
        from new_rows where happened_at < now() - interval '2 hours';
    elsif tg_op = 'DELETE' then
      insert into report_changes (domain_id, hour) select distinct domain_id, hour_of(happened_at)
        from old_rows where happened_at < now() - interval '2 hours';
    else
      insert into report_changes (domain_id, hour) select domain_id, hour_of(happened_at)
        from (select * from new_rows union all select * from old_rows) as changed
        where happened_at < now() - interval '2 hours' group by 1, 2;
    end if;
    return null;
  end $$`,
  `create function note_counted_undos() returns trigger language plpgsql ${AS_OWNER} as $$
  begin
    insert into report_changes (domain_id, hour)
      select distinct scans.domain_id, hour_of(scans.happened_at)
      from new_rows as undo join scans on scans.domain_id = undo.domain_id and scans.id = undo.scan_id
      where scans.happened_at < now() - interval '2 hours';
    return null;
  end $$`,
  `create trigger note_new_scans after insert on scans
    referencing new table as new_rows for each statement execute function note_counted_scans()`,
  `create trigger note_changed_scans after update on scans
    referencing old table as old_rows new table as new_rows for each statement execute function note_counted_scans()`,
  `create trigger note_removed_scans after delete on scans
    referencing old table as old_rows for each statement execute function note_counted_scans()`,
  `create trigger note_new_undos after insert on scan_undos
    referencing new table as new_rows for each statement execute function note_counted_undos()`,
];

/**
 * How many visitors are inside by the checkpoint of their last entry, and how many entries valid tickets still allow by
 * the minute in which they end: sums over `tickets`. They change with the tickets, while the feed's row is locked.
 */
const TOTALS = [
  `create table ticket_totals (
    domain_id uuid not null references domains,
    entered_at text not null,
    ends_at timestamptz not null,
    inside bigint not null,
    remaining bigint not null,
    primary key (domain_id, entered_at, ends_at)
  )`,
  `create function total_of(ticket tickets, sign integer) returns ticket_totals language sql immutable as $$
    select ticket.domain_id, coalesce(ticket.last_entry ->> 'checkpointId', ''),
      coalesce(date_bin('1 minute', ticket.valid_until + interval '59.999999 seconds', 'epoch'::timestamptz), 'infinity'),
      case when ticket.inside then sign else 0 end,
      case when ticket.status = 'valid' then sign * greatest(ticket.entries_allowed - ticket.entries_used, 0)::bigint
        else 0 end
  $$`,
  `create function add_totals(changed ticket_totals[]) returns void language sql as $$
    insert into ticket_totals as total (domain_id, entered_at, ends_at, inside, remaining)
    select domain_id, entered_at, ends_at, sum(inside), sum(remaining) from unnest(changed) group by 1, 2, 3
    having sum(inside) <> 0 or sum(remaining) <> 0 order by 1, 2, 3
    on conflict (domain_id, entered_at, ends_at) do update
      set inside = total.inside + excluded.inside, remaining = total.remaining + excluded.remaining
  $$`,
  `create function total_tickets() returns trigger language plpgsql ${AS_OWNER} as $$
  begin
    if tg_op = 'INSERT' then
      perform add_totals(array_agg(total_of(row, 1))) from new_rows as row;
    elsif tg_op = 'DELETE' then
      perform add_totals(array_agg(total_of(row, -1))) from old_rows as row;
    else
      perform add_totals(array_agg(total)) from (
        select total_of(row, 1) as total from new_rows as row union all select total_of(row, -1) from old_rows as row
      ) as changed;
    end if;
    return null;
  end $$`,
  // After the triggers of 0002, by their names: these lock the feed.
  `create trigger total_new_tickets after insert on tickets
    referencing new table as new_rows for each statement execute function total_tickets()`,
  `create trigger total_changed_tickets after update on tickets
    referencing old table as old_rows new table as new_rows for each statement execute function total_tickets()`,
  `create trigger total_removed_tickets after delete on tickets
    referencing old table as old_rows for each statement execute function total_tickets()`,
  `insert into ticket_totals select (total).domain_id, (total).entered_at, (total).ends_at, sum((total).inside),
    sum((total).remaining) from (select total_of(tickets, 1) as total from tickets) as counted group by 1, 2, 3`,
];
