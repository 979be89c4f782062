import { sql } from 'kysely';
import type { Database } from './tables.ts';

/**
 * Writes changed tables to their files, so that the write-ahead log may be reused. The embedded database has no
 * background process that does it: its log grows until somebody does.
 */
export async function checkpoint(db: Database): Promise<void> {
  await sql`checkpoint`.execute(db);
}
