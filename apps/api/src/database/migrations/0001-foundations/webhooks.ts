/** Webhooks of a domain, and the messages that wait for their receivers. */
export const WEBHOOKS = [
  `create table webhooks (
    domain_id uuid not null references domains,
    id uuid not null,
    url text not null,
    events text[] not null,
    holder_data boolean not null,
    secret bytea not null,
    old_secret bytea,
    old_secret_until timestamptz,
    created_at timestamptz not null,
    disabled_at timestamptz,
    disabled_because text,
    failures integer not null default 0,
    failing_since timestamptz,
    retry_at timestamptz,
    lease uuid,
    lease_until timestamptz,
    primary key (domain_id, id)
  )`,
  `create table webhook_deliveries (
    domain_id uuid not null,
    webhook_id uuid not null,
    type text not null,
    id uuid not null,
    sequence bigint not null generated always as identity,
    data text not null,
    created_at timestamptz not null,
    state text not null default 'waiting' check (state in ('waiting', 'delivered', 'given_up')),
    attempts integer not null default 0,
    waiting_since timestamptz not null,
    next_at timestamptz not null,
    last_attempt_at timestamptz,
    last_status integer,
    last_error text,
    finished_at timestamptz,
    primary key (domain_id, webhook_id, type, id),
    foreign key (domain_id, webhook_id) references webhooks (domain_id, id) on delete cascade,
    check ((finished_at is null) = (state = 'waiting'))
  )`,
  `create index webhook_deliveries_waiting on webhook_deliveries (domain_id, webhook_id, attempts, sequence)
    where state = 'waiting'`,
  // Tells whether a message is due, however many wait for later.
  `create index webhook_deliveries_due on webhook_deliveries (domain_id, webhook_id, next_at)
    where state = 'waiting'`,
  'create index webhook_deliveries_newest on webhook_deliveries (domain_id, webhook_id, sequence desc)',
  'create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null',
];
