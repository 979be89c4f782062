import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/** An index of a table that gates write to. */
export interface Index {
  readonly name: string;
  /** Its table and columns, in SQL. */
  readonly on: string;
}

const LOCK = 'scantix-build-indexes';
const LOCK_RETRY_MS = 1_000;

/** Makes those indexes that are missing within a transaction: gates wait for as long as that takes. */
export async function makeIndexes<Tables>(db: Kysely<Tables>, indexes: readonly Index[]): Promise<void> {
  for (const { name, on } of indexes) await sql.raw(`create index if not exists ${name} on ${on}`).execute(db);
}

/**
 * Makes those indexes that are missing while gates write. It takes no lock that they wait for, and waits itself for every
 * transaction that has begun before, such as a backup. What an earlier attempt left unfinished is made anew.
 */
export async function buildIndexes<Tables>(db: Kysely<Tables>, indexes: readonly Index[]): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Asked again and again: the statement of somebody who waits for a lock is one that the other build waits for.
    const take = sql<{ taken: boolean }>`select pg_try_advisory_lock(hashtext(${LOCK})) as taken`;
    while (!(await take.execute(connection)).rows[0]?.taken) await setTimeout(LOCK_RETRY_MS);
    try {
      const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(
        connection,
      );
      await sql`set lock_timeout = 0`.execute(connection);
      for (const { name, on } of indexes) {
        const unfinished = sql`select 1 from pg_index where indexrelid = to_regclass(${name}) and not indisvalid`;
        if ((await unfinished.execute(connection)).rows.length > 0) {
          await sql.raw(`drop index concurrently ${name}`).execute(connection);
        }
        await sql.raw(`create index concurrently if not exists ${name} on ${on}`).execute(connection);
      }
      await sql`select set_config('lock_timeout', ${rows[0]?.limit ?? '0'}, false)`.execute(connection);
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${LOCK}))`.execute(connection);
    }
  });
}
