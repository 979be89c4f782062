import { type Kysely, sql } from 'kysely';

/**
 * Numbers the changes of one statement in the order of their tickets' ids. Whoever holds the feed's row then knows the
 * numbers before the statement, and can write them into other rows in the same one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(NOTE_CHANGES).execute(db);
}

/** As in 0002 but for the order. */
const NOTE_CHANGES = `
  create or replace function note_ticket_changes(of_domain uuid, ids uuid[], barcodes bytea[], gone bytea[])
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
  end $$`;
