const rowsWithSign = (sign: 1 | -1, rows: string) =>
  `select ${sign} as sign, domain_id, last_entry, valid_until, inside, status, entries_allowed, entries_used from ${rows}`;

const NEW = rowsWithSign(1, 'new_rows');
const OLD = rowsWithSign(-1, 'old_rows');

const addTotals = (changed: string) => `
  insert into ticket_totals as total (domain_id, entered_at, ends_at, inside, remaining)
  select domain_id, entered_at, ends_at, inside, remaining from (
    select domain_id, coalesce(last_entry ->> 'checkpointId', '') as entered_at,
      coalesce(date_bin('1 minute', valid_until + interval '59.999999 seconds', 'epoch'::timestamptz), 'infinity')
        as ends_at,
      coalesce(sum(sign * greatest(inside, 0)), 0) as inside,
      coalesce(sum(sign * greatest(entries_allowed - entries_used, 0)) filter (where status = 'valid'), 0) as remaining
    from (${changed}) as ticket group by 1, 2, 3
  ) as changed where inside <> 0 or remaining <> 0 order by 1, 2, 3
  on conflict (domain_id, entered_at, ends_at) do update
    set inside = total.inside + excluded.inside, remaining = total.remaining + excluded.remaining;`;

/**
 * How many visitors are inside by the checkpoint of their last entry, and how many entries valid tickets still allow by
 * the minute in which they end: sums over `tickets`. They change with the tickets, while the feed's row is locked.
 */
export const TICKET_TOTALS = [
  `create table ticket_totals (
    domain_id uuid not null references domains,
    entered_at text not null,
    ends_at timestamptz not null,
    inside bigint not null,
    remaining bigint not null,
    primary key (domain_id, entered_at, ends_at)
  )`,
  `create function total_tickets() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then ${addTotals(NEW)}
    elsif tg_op = 'DELETE' then ${addTotals(OLD)}
    else ${addTotals(`${NEW} union all ${OLD}`)}
    end if;
    return null;
  end $$`,
  // By their names they run after the triggers of the feed, which lock it.
  `create trigger total_new_tickets after insert on tickets
    referencing new table as new_rows for each statement execute function total_tickets()`,
  `create trigger total_changed_tickets after update on tickets
    referencing old table as old_rows new table as new_rows for each statement execute function total_tickets()`,
  `create trigger total_removed_tickets after delete on tickets
    referencing old table as old_rows for each statement execute function total_tickets()`,
];
