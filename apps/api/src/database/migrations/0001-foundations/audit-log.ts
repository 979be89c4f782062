/** The audit log. Its key begins with a number: what belongs to the whole installation has no domain. */
export const AUDIT_LOG = [
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
    address text,
    request_id text
  )`,
  'create index audit_events_newest_first on audit_events (domain_id, id desc)',
];
