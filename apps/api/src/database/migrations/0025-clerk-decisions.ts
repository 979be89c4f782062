import { type Kysely, sql } from 'kysely';

/** What the clerk decided where neither server nor device had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans add column clerk_decision text`.execute(db);
}
