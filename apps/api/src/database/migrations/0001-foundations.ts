import { type Kysely, sql } from 'kysely';

/** Domains and their people, checkpoints, tickets and scans. Every reference includes the domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table domains (
    id uuid primary key,
    name text not null unique,
    ticketing text not null check (ticketing in ('on', 'off')),
    created_at timestamptz not null
  )`,
  `create table workgroups (
    id uuid primary key,
    domain_id uuid not null references domains,
    name text not null,
    unique (domain_id, name),
    unique (domain_id, id)
  )`,
  `create table checkpoints (
    id uuid primary key,
    domain_id uuid not null references domains,
    name text not null,
    position integer not null,
    unique (domain_id, name),
    unique (domain_id, id)
  )`,
  `create table workgroup_checkpoints (
    domain_id uuid not null,
    workgroup_id uuid not null,
    checkpoint_id uuid not null,
    primary key (workgroup_id, checkpoint_id),
    foreign key (domain_id, workgroup_id) references workgroups (domain_id, id),
    foreign key (domain_id, checkpoint_id) references checkpoints (domain_id, id)
  )`,
  `create table clerks (
    id uuid primary key,
    domain_id uuid not null references domains,
    workgroup_id uuid not null,
    login text not null,
    login_key text not null unique,
    user_name text not null,
    password_hash text not null,
    disabled_at timestamptz,
    created_at timestamptz not null,
    unique (domain_id, id),
    foreign key (domain_id, workgroup_id) references workgroups (domain_id, id)
  )`,
  `create table sessions (
    id uuid primary key,
    domain_id uuid not null,
    clerk_id uuid not null,
    device_id text not null,
    remember_me boolean not null,
    generation integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    revoked_because text,
    foreign key (domain_id, clerk_id) references clerks (domain_id, id)
  )`,
  'create index sessions_by_expiry on sessions (expires_at)',
  `create table refresh_tokens (
    hash bytea primary key,
    session_id uuid not null references sessions on delete cascade,
    generation integer not null,
    issued_at timestamptz not null,
    unique (session_id, generation)
  )`,
  `create table login_limits (
    key text primary key,
    level double precision not null,
    denied boolean not null,
    updated_at timestamptz not null
  )`,
  `create table tickets (
    id uuid primary key,
    domain_id uuid not null references domains,
    barcode bytea not null,
    barcode_hash bytea not null generated always as (sha256(barcode)) stored,
    status text not null check (status in ('valid', 'cancelled', 'blocked', 'unpaid')),
    holder text,
    type text not null,
    note text,
    order_name text,
    valid_from timestamptz,
    valid_until timestamptz,
    works_at uuid[] not null,
    entries_allowed integer not null check (entries_allowed >= 0),
    entries_used integer not null default 0 check (entries_used between 0 and entries_allowed),
    inside boolean not null default false,
    first_use jsonb,
    last_entry jsonb,
    updated_at timestamptz not null,
    unique (domain_id, id),
    unique (domain_id, barcode_hash)
  )`,
  `create table scans (
    domain_id uuid not null references domains,
    id uuid not null,
    barcode bytea not null,
    barcode_hash bytea not null generated always as (sha256(barcode)) stored,
    raw bytea,
    symbology text not null,
    scan_method text not null,
    mode text not null,
    checkpoint_id uuid not null,
    claimed_at timestamptz not null,
    received_at timestamptz not null,
    clock_offset_ms double precision,
    device_id text not null,
    claimed_by uuid not null,
    submitted_by uuid not null,
    ticket_id uuid,
    outcome text not null,
    reason text not null,
    verdict json not null,
    device_verdict json,
    payload_hash bytea not null,
    search_text text not null,
    primary key (domain_id, id),
    foreign key (domain_id, checkpoint_id) references checkpoints (domain_id, id),
    foreign key (domain_id, claimed_by) references clerks (domain_id, id),
    foreign key (domain_id, submitted_by) references clerks (domain_id, id),
    foreign key (domain_id, ticket_id) references tickets (domain_id, id)
  )`,
  'create index scans_newest_first on scans (domain_id, received_at desc, id desc)',
  'create index scans_by_barcode on scans (domain_id, barcode_hash, received_at desc, id desc)',
];
