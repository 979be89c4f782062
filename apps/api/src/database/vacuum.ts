import { sql } from 'kysely';
import type { Database } from './tables.ts';

/**
 * Frees the room of deleted and outdated rows in each table where they are more than a tenth of the others. The embedded
 * database has no background process that does it. Its statistics begin anew at each start: a table then counts as empty.
 * Without `analyze`, which takes many times as long. Calls are answered between two tables, as between any two queries.
 */
export async function vacuum(db: Database): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_stat_user_tables where n_dead_tup > n_live_tup / 10 order by n_dead_tup`.execute(
    db,
  );
  for (const { table } of rows) await sql`vacuum ${sql.table(table)}`.execute(db);
}
