import { type Kysely, sql } from 'kysely';

/** The devices of each domain: when each was seen, and the order to wipe it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table devices (
    domain_id uuid not null references domains,
    device_id text not null,
    name text,
    first_seen_at timestamptz not null,
    seen_at timestamptz not null,
    clerk_id uuid,
    address text,
    app_build text,
    wire integer,
    waiting integer,
    wipe_order uuid unique,
    wipe_ordered_at timestamptz,
    wipe_ordered_by text,
    wipe_done_at timestamptz,
    wipe_kept integer,
    primary key (domain_id, device_id),
    foreign key (domain_id, clerk_id) references clerks (domain_id, id)
  )`,
  'create index sessions_by_domain on sessions (domain_id, device_id)',
];
