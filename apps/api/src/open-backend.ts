import { join } from 'node:path';
import type { Hono } from 'hono';
import type { AppParts } from './app-parts.ts';
import { createPasswords } from './auth/passwords.ts';
import { deriveSecrets } from './auth/secrets.ts';
import { settleUnfinishedRestore } from './backup/restore.ts';
import { createApp } from './create-app.ts';
import { lockDataDir } from './data-dir/lock-data-dir.ts';
import { readAuthSecret } from './data-dir/read-auth-secret.ts';
import { migrate, requireSchema } from './database/migrate.ts';
import { openEmbeddedDatabase, openPostgres, reachDatabase } from './database/open-database.ts';
import { requireRights } from './database/table-rights.ts';
import type { Database } from './database/tables.ts';
import { endTurnsOfDead } from './database/turns.ts';
import type { AppEnv } from './http/app-env.ts';
import type { Release } from './process/installation.ts';
import type { Options } from './process/options.ts';
import { createSnapshotSource } from './snapshot/create-snapshot-source.ts';
import type { Clock } from './system/clock.ts';
import { createMetrics, type Metrics, type WatchedPool } from './system/create-metrics.ts';
import type { Log } from './system/log.ts';
import type { Random } from './system/random.ts';
import { createImportSlots } from './tickets/import-slots.ts';
import { IMPORTS_AT_ONCE } from './tickets/import-tickets.ts';

/** What a program brings along. */
export interface ProgramParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly build: string;
  /** @default none: started from source */
  readonly release?: Release | undefined;
}

/** An open backend without a port: of the server, or of one command. */
export interface Backend extends AsyncDisposable {
  readonly parts: AppParts & Required<Pick<AppParts, 'snapshot' | 'metrics' | 'configurationFile'>>;
  createApp(more?: Partial<AppParts>): Hono<AppEnv>;
}

/**
 * Opens data folder, database and secrets. Disposing closes the database and unlocks the folder.
 * @throws OptionsError, DataDirLockedError, UnfinishedRestoreError, ShortSecretError, MissingRightsError, SchemaBehindError, or the
 * error of the database; nothing is left open then
 */
export async function openBackend(options: Options, program: ProgramParts): Promise<Backend> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, databaseUrl } = options;
  const { clock, random, log } = program;

  // With PostgreSQL the folder holds only configuration, so any number of processes may share it.
  if (!databaseUrl) {
    opened.adopt(lockDataDir(dataDir), (lock) => lock.release());
    settleUnfinishedRestore(dataDir);
  }
  const metrics = createMetrics({ build: program.build, processFigures: true });
  const close = (database: Database) => database.destroy();
  const db = opened.adopt(await openDatabase(options, { log, metrics }), close);
  const reportsDb = databaseUrl
    ? opened.adopt(
        openServer(databaseUrl, options.reportConnections, {
          log,
          watch: (pool) => metrics.watchPool('reports', pool),
        }),
        close,
      )
    : undefined;
  if (databaseUrl) {
    await reachDatabase(db);
    await requireRights(db);
    await requireSchema(db);
  } else {
    const { applied } = await migrate(db);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    await endTurnsOfDead(db);
  }

  const parts = {
    ...{ ...program, db, reportsDb, metrics, embeddedIn: databaseUrl ? undefined : dataDir },
    configurationFile: join(dataDir, 'config.js'),
    snapshot: opened.adopt(createSnapshotSource({ db, clock }), (source) => source.stop()),
    importSlots: opened.adopt(createImportSlots({ db, atOnce: IMPORTS_AT_ONCE }), (slots) => slots.ended()),
    secrets: deriveSecrets(options.authSecret ?? (await readAuthSecret(dataDir, random))),
    passwords: createPasswords({ random, concurrency: options.passwordConcurrency }),
    lifetimes: options.lifetimes,
    loginLimits: options.loginLimits,
    telemetry: options.telemetry,
    contentSecurity: { connectSources: options.connectSources, styleHashes: options.styleHashes },
    trustedProxies: options.trustedProxies,
    allowedOrigins: options.allowedOrigins,
    webhooksToPrivate: options.webhooksToPrivate,
  };
  const open = opened.move();
  return {
    parts,
    createApp: (more) => createApp({ ...parts, ...more }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

function openDatabase(
  { databaseUrl, databaseConnections, dataDir }: Options,
  { log, metrics }: { log: Log; metrics: Metrics },
): Promise<Database> | Database {
  if (!databaseUrl) {
    const onPanic = ({ message }: Error) => {
      log.error({ reason: message }, 'the embedded database has stopped');
      // The next start goes on from what was answered.
      process.exit(1);
    };
    return openEmbeddedDatabase({ folder: join(dataDir, 'postgres'), onPanic });
  }
  return openServer(databaseUrl, databaseConnections, { log, watch: (pool) => metrics.watchPool('main', pool) });
}

function openServer(
  url: string,
  maxConnections: number,
  { log, watch }: { log: Log; watch: (pool: WatchedPool) => void },
): Database {
  return openPostgres({
    url,
    maxConnections,
    onPool: watch,
    onIdleError: (err) => log.warn({ err }, 'idle database connection lost'),
  });
}
