/** The devices of each domain: what they say of themselves, their keys, the order to wipe one, and what they delivered. */
export const DEVICES = [
  `create table devices (
    domain_id uuid not null references domains,
    device_id text not null,
    name text,
    first_seen_at timestamptz not null,
    seen_at timestamptz not null,
    clerk_id uuid,
    checkpoint_id uuid,
    address text,
    app_build text,
    wire integer,
    waiting integer,
    tickets_at timestamptz,
    battery real,
    charging boolean,
    wipe_order uuid,
    wipe_keys uuid[],
    wipe_ordered_at timestamptz,
    wipe_ordered_by text,
    wipe_done_at timestamptz,
    wipe_kept integer,
    primary key (domain_id, device_id),
    foreign key (domain_id, clerk_id) references clerks (domain_id, id)
  )`,
  'create index devices_by_wipe_order on devices (wipe_order) where wipe_order is not null',
  `create table device_keys (
    domain_id uuid not null references domains,
    id uuid not null,
    public_key text not null,
    device_id text not null,
    registered_at timestamptz not null,
    primary key (domain_id, id),
    unique (domain_id, public_key)
  )`,
  'create index device_keys_by_device on device_keys (domain_id, device_id)',
  // The id of the database and the number of a device's newest change tell that the database was restored or replaced.
  `create table database_epoch (
    one boolean primary key default true check (one),
    epoch uuid not null default gen_random_uuid()
  )`,
  'insert into database_epoch default values',
  `create table device_receipts (
    domain_id uuid not null references domains,
    device_id text not null,
    last_receipt bigint not null,
    primary key (domain_id, device_id)
  )`,
];
