import { type Kysely, sql } from 'kysely';

/** Tickets whose holder's data was erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A nullable column without a default: see 0003.
  await sql`alter table tickets add column erased_at timestamptz`.execute(db);
}
