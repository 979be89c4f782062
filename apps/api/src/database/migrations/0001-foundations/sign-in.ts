/** Clerks, their sessions, and the keys that sign access tokens. */
export const SIGN_IN = [
  `create table clerks (
    id uuid primary key,
    domain_id uuid not null references domains,
    workgroup_id uuid not null,
    login text not null,
    login_key text not null unique,
    user_name text not null,
    password_hash text not null,
    password_is_one_time boolean not null default false,
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
    device_key uuid,
    remember_me boolean not null,
    generation integer not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    revoked_at timestamptz,
    revoked_because text,
    refusal_recorded_at timestamptz,
    refusals_not_recorded integer,
    foreign key (domain_id, clerk_id) references clerks (domain_id, id)
  )`,
  'create index sessions_by_expiry on sessions (expires_at)',
  'create index sessions_by_domain on sessions (domain_id, device_id)',
  // Finds the sessions of the clerks whom scans name.
  'create index sessions_of_clerks on sessions (clerk_id, device_id)',
  `create table refresh_tokens (
    hash bytea primary key,
    session_id uuid not null references sessions on delete cascade,
    generation integer not null,
    asked_by text,
    issued_at timestamptz not null,
    unique (session_id, generation)
  )`,
  `create table used_proofs (
    session_id uuid not null references sessions on delete cascade,
    id text not null,
    used_at timestamptz not null,
    primary key (session_id, id)
  )`,
  `create table login_limits (
    key text primary key,
    level double precision not null,
    denied boolean not null,
    updated_at timestamptz not null
  )`,
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
];
