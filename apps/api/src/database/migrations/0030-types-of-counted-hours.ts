import { type Kysely, sql } from 'kysely';

/**
 * Breakdowns by ticket type show the type that a ticket has now: the counts of hours in which a renamed ticket was scanned
 * are no longer used. A scan changes no type, so it does not run the trigger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [NOTE_TYPE, ON_TYPE]) await sql.raw(statement).execute(db);
}

/** As the functions of 0020: by the clock of the database, and with the rights of the owner. */
const NOTE_TYPE = `
  create function note_counted_type() returns trigger language plpgsql security definer set search_path from current as $$
  begin
    insert into report_changes (domain_id, hour)
      select distinct new.domain_id, hour_of(happened_at) from scans
      where domain_id = new.domain_id and ticket_id = new.id and happened_at < now() - interval '2 hours';
    return null;
  end $$`;

const ON_TYPE = `
  create trigger note_changed_type after update of type on tickets
    for each row when (old.type is distinct from new.type) execute function note_counted_type()`;
