import { type Kysely, sql } from 'kysely';

/** Who delivered a scan or an undo, who seals a domain's tickets, and in which format. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** Nullable columns without a default: see 0003. */
const STATEMENTS = [
  'alter table scans add column received_from text',
  'alter table scan_undos add column received_from text',
  'alter table snapshot_segments add column row_format integer',
  'alter table snapshot_sealers add column owner uuid',
];
