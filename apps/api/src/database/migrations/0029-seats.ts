import { type Kysely, sql } from 'kysely';

/** Section and seat of a ticket: nullable columns without a default, see 0003. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tickets add column section text, add column seat text`.execute(db);
}
