import { type Kysely, sql } from 'kysely';

/** What finds the sessions of the clerks whom scans name, and the scans that a clerk without `supervise` may see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Each branch of `selectVisibleScans` has an index: without them a new gate reads every scan of its domain. */
const STATEMENTS = [
  'create index scans_at_checkpoint on scans (domain_id, checkpoint_id, received_at desc, id desc)',
  'create index scans_by_clerk on scans (domain_id, claimed_by, received_at desc, id desc)',
  'create index scans_by_submitter on scans (domain_id, submitted_by, received_at desc, id desc)',
  'create index sessions_of_clerks on sessions (clerk_id, device_id)',
];
