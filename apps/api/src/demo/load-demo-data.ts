import { type Insertable, sql } from 'kysely';
import type { Passwords } from '../auth/passwords.ts';
import type { Database, Tables } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { type DemoRows, makeDemoRows } from './make-demo-rows.ts';

const ROWS_PER_INSERT = 500;
/** A table comes after those that it refers to. */
const TABLES_IN_ORDER: readonly (keyof DemoRows)[] = [
  'domains',
  'workgroups',
  'checkpoints',
  'workgroup_checkpoints',
  'clerks',
  'tickets',
  'scans',
];

/** Loads the demo into a database without domains. A lock keeps two processes from loading it twice. */
export async function loadDemoData({
  db,
  clock,
  passwords,
  password,
  tickets,
}: {
  db: Database;
  clock: Clock;
  passwords: Passwords;
  /** Of every clerk. @default DEMO_PASSWORD */
  password?: string | undefined;
  /** How many tickets the domains have together. */
  tickets: number;
}): Promise<{ loaded: boolean }> {
  const hasDomains = async (on: Database) =>
    !!(await on.selectFrom('domains').select('id').limit(1).executeTakeFirst());
  if (await hasDomains(db)) return { loaded: false };
  // Before the transaction: PostgreSQL would end one that is idle while a slow machine makes the rows.
  const rows = await makeDemoRows({ clock, passwords, password, tickets });
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('scantix demo data'))`.execute(trx);
    if (await hasDomains(trx)) return { loaded: false };
    for (const table of TABLES_IN_ORDER) await insertAll(trx, table, rows[table]);
    return { loaded: true };
  });
}

async function insertAll<Table extends keyof DemoRows>(
  trx: Database,
  table: Table,
  rows: DemoRows[Table],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const chunk = rows.slice(start, start + ROWS_PER_INSERT) as Insertable<Tables[Table]>[];
    await trx
      .insertInto<keyof DemoRows>(table)
      .values(chunk as never)
      .execute();
  }
}
