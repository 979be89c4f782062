import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { buildIndexes, type Index } from './build-indexes.ts';
import { up as foundations } from './migrations/0001-foundations.ts';
import type { Database } from './tables.ts';

/** `indexes`: those that its `up` makes of tables that gates write to. */
type OwnMigration = Migration & { readonly indexes?: readonly Index[] };

/** In the order of their names. A released migration never changes: the next change is the next file. */
const MIGRATIONS: Readonly<Record<string, OwnMigration>> = { '0001-foundations': { up: foundations } };

/** A migration of this name takes away what older builds need (docs/decisions/0022). */
const CONTRACTS = /-contract-/;

/** The schema no longer has what this build needs. */
export class DatabaseTooNewError extends Error {
  override readonly name = 'DatabaseTooNewError';
}

/** The schema lacks what this build needs. */
export class SchemaBehindError extends Error {
  override readonly name = 'SchemaBehindError';
}

/**
 * Checks that the database has this program's schema. It changes nothing, so that the server's user needs no right to.
 * @throws SchemaBehindError, DatabaseTooNewError
 */
export async function requireSchema(db: Database, migrations = MIGRATIONS): Promise<void> {
  const applied = await appliedMigrations(db);
  refuseContracted(applied, migrations);
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (missing.length === 0) return;
  throw new SchemaBehindError(
    `The database lacks ${missing.join(', ')}: run "scantix migrate" as a user who may change it.`,
  );
}

/**
 * Brings the database to this program's schema, each migration in a transaction of its own and under an advisory lock
 * against other processes. A schema that newer builds have expanded stays as it is.
 *
 * @param online builds indexes before their migration while gates write, which no transaction can do
 * @throws DatabaseTooNewError
 * @throws the error of the first migration that failed; it is rolled back
 */
export async function migrate(
  db: Database,
  migrations = MIGRATIONS,
  { online = false }: { online?: boolean } = {},
): Promise<{ applied: string[] }> {
  const applied: string[] = [];
  for (;;) {
    if (online) await buildIndexesOfNext(db, migrations);
    const known = { ...migrations, ...(await newerMigrations(db, migrations)) };
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error, results = [] } = await migrator.migrateUp();
    if (gaveWay(error)) {
      await setTimeout(LOCK_RETRY_MS);
      continue;
    }
    if (error) throw error;
    if (results.length === 0) return { applied };
    applied.push(...results.map(({ migrationName }) => migrationName));
  }
}

async function buildIndexesOfNext(db: Database, migrations: typeof MIGRATIONS): Promise<void> {
  const applied = await appliedMigrations(db);
  const next = Object.keys(migrations).find((name) => !applied.includes(name));
  await buildIndexes(db, (next !== undefined && migrations[next]?.indexes) || []);
}

/** Scans that waited behind the request for a lock run in between. */
const LOCK_RETRY_MS = 1_000;

/**
 * Whether a migration gave way: `lock_not_available`, since somebody reads or backs up a table for longer than the limit, or
 * `deadlock_detected`, since running processes took the tables in another order.
 */
function gaveWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');
}

/** The migrations of newer builds that the database has. Kysely refuses names that it does not know. */
async function newerMigrations(db: Database, known: typeof MIGRATIONS): Promise<Record<string, Migration>> {
  const applied = await appliedMigrations(db);
  refuseContracted(applied, known);
  const newer = applied.filter((name) => !(name in known));
  return Object.fromEntries(newer.map((name) => [name, { up: async () => {} }]));
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const { rows: tables } = await sql`select to_regclass('kysely_migration') as found`.execute(db);
  if (!(tables[0] as { found: unknown }).found) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

function refuseContracted(applied: readonly string[], known: typeof MIGRATIONS): void {
  const contract = applied.find((name) => !(name in known) && CONTRACTS.test(name));
  if (!contract) return;
  throw new DatabaseTooNewError(`The database is too new for this build (${contract}). Start a newer build.`);
}
