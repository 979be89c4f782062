import { type Kysely, sql } from 'kysely';

/** Keys of devices, and which device asked for a token or delivered a scan. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Scans come first, in the order of 0006. Nullable columns without a default: see 0003. */
const STATEMENTS = [
  'alter table scans add column received_key uuid',
  'alter table scan_undos add column received_key uuid',
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
  'alter table sessions add column device_key uuid',
  'alter table refresh_tokens add column asked_by text',
  `create table used_proofs (
    session_id uuid not null references sessions on delete cascade,
    id text not null,
    used_at timestamptz not null,
    primary key (session_id, id)
  )`,
];
