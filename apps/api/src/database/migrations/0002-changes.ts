import { type Kysely, sql } from 'kysely';

/** The change feed of the snapshot, effects of scans, undos and conflicts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/**
 * HMAC-SHA-256 in SQL, since PGlite has no pgcrypto: the key is padded and xored once a domain, and a barcode needs two
 * hashes. The database makes the key from two random UUIDs, which have 244 random bits.
 */
const FEEDS = [
  `create function hmac_pad(key bytea, pad integer) returns bytea language plpgsql immutable as $$
  declare padded bytea := key || decode(repeat('00', 64 - length(key)), 'hex');
  begin
    for place in 0..63 loop
      padded := set_byte(padded, place, get_byte(padded, place) # pad);
    end loop;
    return padded;
  end $$`,
  `create table ticket_feeds (
    domain_id uuid primary key references domains,
    snapshot_id uuid not null default gen_random_uuid(),
    snapshot_key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
    inner_key bytea not null generated always as (hmac_pad(snapshot_key, 54)) stored,
    outer_key bytea not null generated always as (hmac_pad(snapshot_key, 92)) stored,
    last_change bigint not null default 0,
    ticket_count bigint not null default 0,
    key_sum bigint not null default 0,
    change_sum bigint not null default 0
  )`,
  'insert into ticket_feeds (domain_id) select id from domains',
  `create function open_ticket_feed() returns trigger language plpgsql as $$
  begin
    insert into ticket_feeds (domain_id) values (new.id);
    return null;
  end $$`,
  `create trigger open_ticket_feed after insert on domains
    for each row execute function open_ticket_feed()`,
];

/**
 * The newest change of every ticket, by its key in the snapshot. A row without a ticket is a tombstone. Triggers update
 * it, so that no change is missed.
 *
 * The feed's row is the lock that orders changes: it is held until commit, so no number is visible before a smaller one.
 * Ticket rows are locked before it. A transaction that writes tickets twice must lock them all first.
 */
const CHANGES = [
  `create table ticket_changes (
    domain_id uuid not null references domains,
    key bytea not null,
    ticket_id uuid,
    change bigint not null,
    primary key (domain_id, key)
  )`,
  'create unique index ticket_changes_in_order on ticket_changes (domain_id, change)',
  // The digest of the contract, packages/api-contract/src/snapshot/snapshot-sum.ts.
  `create function key_number(key bytea, bytes integer) returns bigint language sql immutable as $$
    select ('x' || lpad(encode(substring(key for bytes), 'hex'), 16, '0'))::bit(64)::bigint
  $$`,
  `create function add_to_sum(sum bigint, more numeric) returns bigint language sql immutable as $$
    select mod(mod(sum + coalesce(more, 0), 281474976710656) + 281474976710656, 281474976710656)::bigint
  $$`,
  `create function note_ticket_changes(of_domain uuid, ids uuid[], barcodes bytea[], gone bytea[])
  returns void language plpgsql as $$
  declare feed ticket_feeds;
  begin
    select * into strict feed from ticket_feeds where domain_id = of_domain for update;
    with touched as (
      select sha256(feed.outer_key || sha256(feed.inner_key || barcode)) as key, id as ticket_id
        from unnest(ids, barcodes) as written (id, barcode)
      union all
      select sha256(feed.outer_key || sha256(feed.inner_key || barcode)), null from unnest(gone) as barcode
    ), numbered as (
      select key, ticket_id, feed.last_change + row_number() over () as change from touched
    ), before as (
      select old.key, old.change from ticket_changes old join numbered using (key)
        where old.domain_id = of_domain and old.ticket_id is not null
    ), written as (
      insert into ticket_changes (domain_id, key, ticket_id, change)
        select of_domain, key, ticket_id, change from numbered
        on conflict (domain_id, key) do update set ticket_id = excluded.ticket_id, change = excluded.change
    ), difference as (
      select key, change, 1 as sign from numbered where ticket_id is not null
      union all
      select key, change, -1 from before
    )
    update ticket_feeds set
      last_change = feed.last_change + (select count(*) from numbered),
      ticket_count = ticket_count + coalesce((select sum(sign) from difference), 0),
      key_sum = add_to_sum(key_sum, (select sum(sign * key_number(key, 6)) from difference)),
      change_sum = add_to_sum(change_sum,
        (select sum(sign * key_number(key, 3) * (change & 16777215)) from difference))
    where domain_id = of_domain;
  end $$`,
  `create function note_tickets() returns trigger language plpgsql as $$
  declare changed record;
  begin
    if tg_op = 'INSERT' then
      for changed in
        select domain_id, array_agg(id) as ids, array_agg(barcode) as barcodes from new_rows group by domain_id
      loop
        perform note_ticket_changes(changed.domain_id, changed.ids, changed.barcodes, '{}');
      end loop;
    elsif tg_op = 'DELETE' then
      for changed in select domain_id, array_agg(barcode) as barcodes from old_rows group by domain_id loop
        perform note_ticket_changes(changed.domain_id, '{}', '{}', changed.barcodes);
      end loop;
    else
      for changed in
        select fresh.domain_id, array_agg(fresh.id) as ids, array_agg(fresh.barcode) as barcodes,
          coalesce(array_agg(stale.barcode) filter (where not exists (
            select from new_rows as other
            where other.domain_id = stale.domain_id and other.barcode_hash = stale.barcode_hash
          )), '{}') as gone
        from new_rows as fresh join old_rows as stale using (id)
        where fresh is distinct from stale
        group by fresh.domain_id
      loop
        perform note_ticket_changes(changed.domain_id, changed.ids, changed.barcodes, changed.gone);
      end loop;
    end if;
    return null;
  end $$`,
  `create trigger note_new_tickets after insert on tickets
    referencing new table as new_rows for each statement execute function note_tickets()`,
  `create trigger note_changed_tickets after update on tickets
    referencing old table as old_rows new table as new_rows for each statement execute function note_tickets()`,
  `create trigger note_removed_tickets after delete on tickets
    referencing old table as old_rows for each statement execute function note_tickets()`,
  `select note_ticket_changes(domain_id, array_agg(id), array_agg(barcode), '{}') from tickets group by domain_id`,
];

/** Two gates without a network may both let a ticket in: it is then used more often than allowed. */
const SCANS = [
  'alter table tickets drop constraint tickets_check',
  `alter table tickets add constraint tickets_entries_used_check check (entries_used >= 0)`,
  `alter table tickets add column recent_effects jsonb not null default '[]', add column search_text text`,
  `update tickets set search_text = lower(concat_ws(E'\\n', encode(barcode, 'escape'), holder, order_name))`,
  'alter table tickets alter column search_text set not null',
  `alter table scans
    add column happened_at timestamptz,
    add column effect text not null default 'none' check (effect in ('none', 'enter', 'leave')),
    add column effect_at timestamptz check ((effect_at is null) = (effect = 'none')),
    add column ticket_change bigint`,
  `update scans set happened_at = received_at,
    effect = case mode when 'entry' then 'enter' else 'leave' end, effect_at = received_at
    where ticket_id is not null and mode in ('entry', 'exit') and reason in ('ok', 'needs_attention')`,
  'update scans set happened_at = received_at where happened_at is null',
  'alter table scans alter column happened_at set not null',
  `create index scans_with_effect on scans (domain_id, ticket_id, effect_at, id) where effect <> 'none'`,
  'create index scans_by_time on scans (domain_id, happened_at)',
  `create table scan_undos (
    domain_id uuid not null,
    id uuid not null,
    scan_id uuid not null,
    device_id text not null,
    claimed_at timestamptz not null,
    clock_offset_ms double precision,
    happened_at timestamptz not null,
    received_at timestamptz not null,
    undone_by uuid not null,
    submitted_by uuid not null,
    ticket_change bigint,
    primary key (domain_id, id),
    unique (domain_id, scan_id),
    foreign key (domain_id, scan_id) references scans (domain_id, id),
    foreign key (domain_id, undone_by) references clerks (domain_id, id),
    foreign key (domain_id, submitted_by) references clerks (domain_id, id)
  )`,
  `create table scan_conflicts (
    domain_id uuid not null,
    id uuid not null,
    scan_id uuid not null,
    with_scan_id uuid,
    kind text not null,
    created_at timestamptz not null,
    acknowledged_at timestamptz,
    acknowledged_by uuid,
    primary key (domain_id, id),
    unique (domain_id, scan_id),
    foreign key (domain_id, scan_id) references scans (domain_id, id),
    foreign key (domain_id, with_scan_id) references scans (domain_id, id),
    foreign key (domain_id, acknowledged_by) references clerks (domain_id, id),
    check ((acknowledged_at is null) = (acknowledged_by is null))
  )`,
  'create index scan_conflicts_newest_first on scan_conflicts (domain_id, created_at desc, id desc)',
];

const STATEMENTS = [...SCANS, ...FEEDS, ...CHANGES];
