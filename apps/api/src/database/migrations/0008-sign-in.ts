import { type Kysely, sql } from 'kysely';

/** Keys that sign access tokens, and passwords that sign nobody in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table signing_keys (
    kid text primary key,
    secret_id bytea not null,
    sealed bytea not null,
    state text not null check (state in ('next', 'signing', 'verifying', 'revoked')),
    created_at timestamptz not null,
    signs_since timestamptz,
    replaced_at timestamptz,
    token_seconds integer not null
  )`,
  // Processes that start at once make one pair of keys.
  `create unique index signing_keys_by_state on signing_keys (secret_id, state) where state in ('next', 'signing')`,
  'alter table clerks add column if not exists password_is_one_time boolean not null default false',
];
