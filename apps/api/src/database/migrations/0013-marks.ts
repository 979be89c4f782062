import { type Kysely, sql } from 'kysely';

/** What finds the sessions of the clerks whom scans name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = ['create index sessions_of_clerks on sessions (clerk_id, device_id)'];
