import { type Kysely, sql } from 'kysely';

/** The keys that a device had when it was ordered to wipe itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A nullable column without a default: see 0003.
  await sql`alter table devices add column wipe_keys uuid[]`.execute(db);
}
