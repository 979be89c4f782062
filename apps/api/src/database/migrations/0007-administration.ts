import { type Kysely, sql } from 'kysely';

/** The audit log, one-time passwords, closed checkpoints. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** The log begins with a number: what belongs to the whole installation has no domain. */
const STATEMENTS = [
  'alter table checkpoints add column closed_at timestamptz',
  'alter table clerks add column password_is_one_time boolean not null default false',
  `create table audit_events (
    id bigint generated always as identity primary key,
    domain_id uuid references domains,
    at timestamptz not null default clock_timestamp(),
    action text not null,
    actor_kind text not null,
    actor_id uuid,
    actor_name text,
    target_kind text,
    target_id text,
    target_name text,
    detail json,
    address text
  )`,
  'create index audit_events_newest_first on audit_events (domain_id, id desc)',
];
