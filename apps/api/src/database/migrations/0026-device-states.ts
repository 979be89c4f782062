import { type Kysely, sql } from 'kysely';

/** What devices say of themselves with the calls that they make anyway. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nullable columns without a default: see 0003.
  await sql`
    alter table devices add column battery real, add column charging boolean, add column tickets_at timestamptz,
      add column checkpoint_id uuid`.execute(db);
}
