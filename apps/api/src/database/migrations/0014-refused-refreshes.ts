import { type Kysely, sql } from 'kysely';

/** When a refused refresh of a session was last recorded, and how many were not since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nullable columns without a default: see 0003.
  await sql`alter table sessions add column refusal_recorded_at timestamptz, add column refusals_not_recorded integer`.execute(
    db,
  );
}
