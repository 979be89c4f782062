import { type Migration, Migrator } from 'kysely/migration';
import { up as foundations } from './migrations/0001-foundations.ts';
import { up as changes } from './migrations/0002-changes.ts';
import { up as receipts } from './migrations/0003-receipts.ts';
import { up as snapshotSegments } from './migrations/0004-snapshot-segments.ts';
import type { Database } from './tables.ts';

/** In the order of their names. A released migration never changes: the next change is the next file. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-foundations': { up: foundations },
  '0002-changes': { up: changes },
  '0003-receipts': { up: receipts },
  '0004-snapshot-segments': { up: snapshotSegments },
};

/**
 * Brings the database to this program's schema, under an advisory lock against other processes.
 * @throws the error of the first migration that failed; it is rolled back
 */
export async function migrate(db: Database): Promise<{ applied: string[] }> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return { applied: results.map(({ migrationName }) => migrationName) };
}
