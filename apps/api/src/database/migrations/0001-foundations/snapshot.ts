/** Sealed parts of the snapshot, made once for all devices, and the turn of the process that seals for a domain. */
export const SNAPSHOT = [
  `create table snapshot_segments (
    domain_id uuid not null references domains,
    sha256 bytea not null,
    snapshot_id uuid not null,
    row_format integer not null,
    from_change bigint not null,
    to_change bigint not null,
    row_count integer not null,
    body bytea not null,
    superseded_at timestamptz,
    primary key (domain_id, sha256),
    check (from_change < to_change)
  )`,
  // Ciphertext in gzip has nothing left to compress.
  'alter table snapshot_segments alter column body set storage external',
  // Of two processes that seal the same changes, one is refused.
  `create unique index snapshot_segments_current on snapshot_segments (domain_id, from_change)
    where superseded_at is null`,
  `create table snapshot_sealers (
    domain_id uuid primary key references domains,
    until timestamptz not null,
    owner uuid not null
  )`,
];
