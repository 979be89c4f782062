import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { buildIndexes, type Index } from './build-indexes.ts';
import { up as foundations } from './migrations/0001-foundations.ts';
import { up as changes } from './migrations/0002-changes.ts';
import { up as receipts } from './migrations/0003-receipts.ts';
import { up as snapshotSegments } from './migrations/0004-snapshot-segments.ts';
import { up as ownersAndFormats } from './migrations/0005-owners-and-formats.ts';
import { up as rights } from './migrations/0006-rights.ts';
import { up as administration } from './migrations/0007-administration.ts';
import { up as signIn } from './migrations/0008-sign-in.ts';
import { up as deviceKeys } from './migrations/0009-device-keys.ts';
import { up as devices } from './migrations/0010-devices.ts';
import { up as erasures } from './migrations/0011-erasures.ts';
import { up as webhooks } from './migrations/0012-webhooks.ts';
import { INDEXES as markIndexes, up as marks } from './migrations/0013-marks.ts';
import { up as refusedRefreshes } from './migrations/0014-refused-refreshes.ts';
import { up as orderedChanges } from './migrations/0016-ordered-changes.ts';
import { up as requestIds } from './migrations/0017-request-ids.ts';
import { up as reportHours, INDEXES as reportIndexes } from './migrations/0020-report-hours.ts';
import { up as domainSettings, INDEXES as settingIndexes } from './migrations/0021-domain-settings.ts';
import { up as domainKeys, INDEXES as keyIndexes } from './migrations/0022-domain-keys.ts';
import { up as clerkDecisions } from './migrations/0025-clerk-decisions.ts';
import { up as deviceStates } from './migrations/0026-device-states.ts';
import { up as changesByKey } from './migrations/0027-changes-by-key.ts';
import { up as figuresOfHours } from './migrations/0028-figures-of-hours.ts';
import { up as seats } from './migrations/0029-seats.ts';
import { up as typesOfCountedHours } from './migrations/0030-types-of-counted-hours.ts';
import { up as importTurns } from './migrations/0031-import-turns.ts';
import { up as wipeKeys } from './migrations/0032-wipe-keys.ts';
import { up as dueMessages, INDEXES as messageIndexes } from './migrations/0033-due-messages.ts';
import { up as totalsAtOnce } from './migrations/0034-totals-at-once.ts';
import { up as verdictsThatCount } from './migrations/0035-verdicts-that-count.ts';
import type { Database } from './tables.ts';

/** `indexes`: those that its `up` makes of tables that gates write to. */
type OwnMigration = Migration & { readonly indexes?: readonly Index[] };

/** In the order of their names. A released migration never changes: the next change is the next file. */
const MIGRATIONS: Readonly<Record<string, OwnMigration>> = {
  '0001-foundations': { up: foundations },
  '0002-changes': { up: changes },
  '0003-receipts': { up: receipts },
  '0004-snapshot-segments': { up: snapshotSegments },
  '0005-owners-and-formats': { up: ownersAndFormats },
  '0006-rights': { up: rights },
  '0007-administration': { up: administration },
  '0008-sign-in': { up: signIn },
  '0009-device-keys': { up: deviceKeys },
  '0010-devices': { up: devices },
  '0011-erasures': { up: erasures },
  '0012-webhooks': { up: webhooks },
  '0013-marks': { up: marks, indexes: markIndexes },
  '0014-refused-refreshes': { up: refusedRefreshes },
  '0016-ordered-changes': { up: orderedChanges },
  '0017-request-ids': { up: requestIds },
  '0020-report-hours': { up: reportHours, indexes: reportIndexes },
  '0021-domain-settings': { up: domainSettings, indexes: settingIndexes },
  '0022-domain-keys': { up: domainKeys, indexes: keyIndexes },
  '0025-clerk-decisions': { up: clerkDecisions },
  '0026-device-states': { up: deviceStates },
  '0027-changes-by-key': { up: changesByKey },
  '0028-figures-of-hours': { up: figuresOfHours },
  '0029-seats': { up: seats },
  '0030-types-of-counted-hours': { up: typesOfCountedHours },
  '0031-import-turns': { up: importTurns },
  '0032-wipe-keys': { up: wipeKeys },
  '0033-due-messages': { up: dueMessages, indexes: messageIndexes },
  '0034-totals-at-once': { up: totalsAtOnce },
  '0035-verdicts-that-count': { up: verdictsThatCount },
};

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
