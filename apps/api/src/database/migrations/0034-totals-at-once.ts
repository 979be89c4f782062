import { type Kysely, sql } from 'kysely';

/**
 * Adds the totals of all tickets of a statement at once. `total_of`, which 0020 calls for each ticket before and after its
 * change, took longer than everything else that the trigger does. It stays, since a trigger under way may still call it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TOTAL_TICKETS).execute(db);
}

const tickets = (sign: 1 | -1, rows: string) =>
  `select ${sign} as sign, domain_id, last_entry, valid_until, inside, status, entries_allowed, entries_used from ${rows}`;

/** The sums are those of `total_of` and `add_totals` of 0020. */
const addTotals = (changed: string) => `
  insert into ticket_totals as total (domain_id, entered_at, ends_at, inside, remaining)
  select domain_id, entered_at, ends_at, inside, remaining from (
    select domain_id, coalesce(last_entry ->> 'checkpointId', '') as entered_at,
      coalesce(date_bin('1 minute', valid_until + interval '59.999999 seconds', 'epoch'::timestamptz), 'infinity')
        as ends_at,
      coalesce(sum(sign) filter (where inside), 0) as inside,
      coalesce(sum(sign * greatest(entries_allowed - entries_used, 0)) filter (where status = 'valid'), 0) as remaining
    from (${changed}) as ticket group by 1, 2, 3
  ) as changed where inside <> 0 or remaining <> 0 order by 1, 2, 3
  on conflict (domain_id, entered_at, ends_at) do update
    set inside = total.inside + excluded.inside, remaining = total.remaining + excluded.remaining;`;

const TOTAL_TICKETS = `
  create or replace function total_tickets() returns trigger language plpgsql
  security definer set search_path from current as $$
  begin
    if tg_op = 'INSERT' then ${addTotals(tickets(1, 'new_rows'))}
    elsif tg_op = 'DELETE' then ${addTotals(tickets(-1, 'old_rows'))}
    else ${addTotals(`${tickets(1, 'new_rows')} union all ${tickets(-1, 'old_rows')}`)}
    end if;
    return null;
  end $$`;
