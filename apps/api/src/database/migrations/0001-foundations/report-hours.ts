/** The counts of hours that are over, so that Reports need not read every scan. */
const HOURS = [
  // The figures of the summary stand in the row of their hour: 30 days are 720 rows.
  `create table report_hours (
    domain_id uuid not null references domains,
    hour timestamptz not null,
    scans integer not null,
    admitted integer not null,
    refused integer not null,
    attention integer not null,
    undecided integer not null,
    came_back integer not null,
    marked integer not null,
    let_in integer not null,
    turned_away integer not null,
    took_classes integer[] not null,
    took_scans integer[] not null,
    peak_at timestamptz,
    peak_admitted integer,
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
];

/**
 * A change of an hour that ended two hours ago or earlier leaves a row in `report_changes`, which is visible together with
 * the change: as long as there is one, nobody uses the counts. Hours are counted from three hours after their end on
 * (`count-hours.ts`), when every transaction that left no such row is over.
 */
const CHANGES = [
  // Not one row an hour: whoever counts must not delete the row of a change that it does not see.
  `create table report_changes (
    domain_id uuid not null references domains,
    hour timestamptz not null,
    id uuid not null default gen_random_uuid(),
    primary key (domain_id, hour, id)
  )`,
  `create function hour_of(at timestamptz) returns timestamptz language sql immutable as
    $$ select date_bin('1 hour', at, 'epoch'::timestamptz) $$`,
  `create function note_counted_scans() returns trigger language plpgsql as $$
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
  `create function note_counted_undos() returns trigger language plpgsql as $$
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
  // Breakdowns by ticket type show the type that a ticket has now. A scan changes no type, so it does not run the trigger.
  `create function note_counted_type() returns trigger language plpgsql as $$
  begin
    insert into report_changes (domain_id, hour)
      select distinct new.domain_id, hour_of(happened_at) from scans
      where domain_id = new.domain_id and ticket_id = new.id and happened_at < now() - interval '2 hours';
    return null;
  end $$`,
  `create trigger note_changed_type after update of type on tickets
    for each row when (old.type is distinct from new.type) execute function note_counted_type()`,
];

export const REPORT_HOURS = [...HOURS, ...CHANGES];
