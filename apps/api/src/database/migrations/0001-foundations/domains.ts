/** Domains, their workgroups and their checkpoints. */
export const DOMAINS = [
  `create table domains (
    id uuid primary key,
    name text not null unique,
    ticketing text not null check (ticketing in ('on', 'off')),
    time_zone text,
    erase_after_days integer check (erase_after_days >= 30),
    erased_until timestamptz,
    delete_after_days integer check (delete_after_days >= 30),
    created_at timestamptz not null
  )`,
  `create table workgroups (
    domain_id uuid not null references domains,
    id uuid not null,
    name text not null,
    rights text[] not null default '{scan}'
      check (rights <@ '{scan,supervise,manage}' and cardinality(rights) <= 3),
    name_search boolean not null default false,
    primary key (domain_id, id),
    unique (domain_id, name)
  )`,
  `create table checkpoints (
    domain_id uuid not null references domains,
    id uuid not null,
    name text not null,
    position integer not null,
    capacity integer check (capacity > 0),
    closed_at timestamptz,
    primary key (domain_id, id),
    unique (domain_id, name)
  )`,
  `create table workgroup_checkpoints (
    domain_id uuid not null,
    workgroup_id uuid not null,
    checkpoint_id uuid not null,
    primary key (domain_id, workgroup_id, checkpoint_id),
    foreign key (domain_id, workgroup_id) references workgroups (domain_id, id),
    foreign key (domain_id, checkpoint_id) references checkpoints (domain_id, id)
  )`,
];
