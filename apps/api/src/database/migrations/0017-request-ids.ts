import { type Kysely, sql } from 'kysely';

/** Which request did what the audit log tells. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A nullable column without a default: see 0003.
  await sql`alter table audit_events add column request_id text`.execute(db);
}
