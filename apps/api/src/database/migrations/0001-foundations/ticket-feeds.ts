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
  `create function open_ticket_feed() returns trigger language plpgsql as $$
  begin
    insert into ticket_feeds (domain_id) values (new.id);
    return null;
  end $$`,
  `create trigger open_ticket_feed after insert on domains
    for each row execute function open_ticket_feed()`,
];

/** The digest of the contract, packages/api-contract/src/snapshot/snapshot-sum.ts. */
const SUMS = [
  `create function key_number(key bytea, bytes integer) returns bigint language sql immutable as $$
    select ('x' || lpad(encode(substring(key for bytes), 'hex'), 16, '0'))::bit(64)::bigint
  $$`,
  `create function add_to_sum(sum bigint, more numeric) returns bigint language sql immutable as $$
    select mod(mod(sum + coalesce(more, 0), 281474976710656) + 281474976710656, 281474976710656)::bigint
  $$`,
];

/**
 * The newest change of every ticket, by its key in the snapshot. A row without a ticket is a tombstone. Triggers update
 * it, so that no change is missed.
 *
 * The feed's row is the lock that orders changes: it is held until commit, so no number is visible before a smaller one.
 * Ticket rows are locked before it. A transaction that writes tickets twice must lock them all first.
 *
 * The changes of one statement are numbered in the order of their tickets' ids. Whoever holds the feed's row then knows the
 * numbers before the statement, and can write them into other rows in the same one.
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
  // As of tickets: a domain that statistics do not know is not taken for empty.
  'alter table ticket_changes alter column domain_id set statistics 0',
  // `before` looks for each ticket by itself: for a join, a planner whose statistics are older than an import reads every
  // change of the domain.
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
      select key, ticket_id, feed.last_change + row_number() over (order by ticket_id, key) as change from touched
    ), before as (
      select old.key, old.change from numbered cross join lateral (
        select key, change, ticket_id from ticket_changes where domain_id = of_domain and key = numbered.key limit 1
      ) as old where old.ticket_id is not null
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
];

/** The change feed of the snapshot. */
export const TICKET_FEEDS = [...FEEDS, ...SUMS, ...CHANGES];
