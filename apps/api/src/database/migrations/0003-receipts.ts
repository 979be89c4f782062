import { type Kysely, sql } from 'kysely';

/** What tells a device that the database was restored or replaced, and marks what came back after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Nullable columns without a default touch no row, and a process of the build before writes without them. */
const STATEMENTS = [
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
  'alter table scans add column receipt bigint, add column offered_again boolean',
  'alter table scan_undos add column receipt bigint, add column offered_again boolean',
];
