import { type Kysely, sql } from 'kysely';
import { makeIndexes } from '../build-indexes.ts';

/** The time zone of a domain, how long it keeps scans, and what finds the scans of a ticket that is deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeIndexes(db, INDEXES);
  // Nullable columns without a default: see 0003.
  await sql`
    alter table domains add column time_zone text,
      add column erase_after_days integer check (erase_after_days >= 30), add column erased_until timestamptz,
      add column delete_after_days integer check (delete_after_days >= 30)`.execute(db);
  // The index of all effects is a part of that of all scans of tickets.
  await sql`drop index scans_with_effect`.execute(db);
}

/** A row that is deleted is looked for in every table that refers to it. */
export const INDEXES = [
  { name: 'scans_of_ticket', on: 'scans (domain_id, ticket_id, effect_at, id) where ticket_id is not null' },
  { name: 'scan_conflicts_with', on: 'scan_conflicts (domain_id, with_scan_id) where with_scan_id is not null' },
];
