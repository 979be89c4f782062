/**
 * Tickets, and the turn of the import that runs for a domain. Two gates without a network may both let a ticket in: it is
 * then used more often than allowed.
 */
export const TICKETS = [
  `create table tickets (
    domain_id uuid not null references domains,
    id uuid not null,
    barcode bytea not null,
    barcode_hash bytea not null generated always as (sha256(barcode)) stored,
    status text not null check (status in ('valid', 'cancelled', 'blocked', 'unpaid')),
    holder text,
    type text not null,
    section text,
    seat text,
    note text,
    order_name text,
    valid_from timestamptz,
    valid_until timestamptz,
    works_at uuid[] not null,
    entries_allowed integer not null check (entries_allowed >= 0),
    entries_used integer not null default 0 check (entries_used >= 0),
    inside integer not null default 0,
    first_use jsonb,
    last_entry jsonb,
    recent_effects jsonb not null default '[]',
    search_text text not null,
    erased_at timestamptz,
    updated_at timestamptz not null,
    primary key (domain_id, id),
    unique (domain_id, barcode_hash)
  )`,
  // With statistics, the planner takes a domain that they do not know for empty, and reads all of its rows to find one.
  'alter table tickets alter column domain_id set statistics 0',
  `create table ticket_importers (
    domain_id uuid primary key references domains,
    until timestamptz not null,
    owner uuid not null
  )`,
];
