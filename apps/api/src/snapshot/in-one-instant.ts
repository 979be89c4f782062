import type { Database } from '../database/tables.ts';

/** Runs reads that see one instant of the database. */
export function inOneInstant<T>(db: Database, read: (trx: Database) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
