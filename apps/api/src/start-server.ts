import { join } from 'node:path';
import { createPasswords } from './auth/passwords.ts';
import { deriveSecrets } from './auth/secrets.ts';
import { sweepExpired } from './auth/sweep-expired.ts';
import { createApp } from './create-app.ts';
import { lockDataDir } from './data-dir/lock-data-dir.ts';
import { readAuthSecret } from './data-dir/read-auth-secret.ts';
import { readCertificate } from './data-dir/read-certificate.ts';
import { checkpoint } from './database/checkpoint.ts';
import { migrate } from './database/migrate.ts';
import { openEmbeddedDatabase, openForMigration, openPostgres, reachDatabase } from './database/open-database.ts';
import type { Database } from './database/tables.ts';
import { loadDemoData } from './demo/load-demo-data.ts';
import { mountTicketsPage } from './demo/mount.ts';
import { lanAddresses, serverAddress } from './http/network-addresses.ts';
import { startListening } from './http/start-listening.ts';
import { mountPages } from './pages/mount.ts';
import type { Options } from './process/options.ts';
import { createSnapshotSource } from './snapshot/create-snapshot-source.ts';
import type { Clock } from './system/clock.ts';
import type { Log } from './system/log.ts';
import type { Random } from './system/random.ts';

/** A started server. */
export interface RunningServer {
  /** The address for a browser. */
  readonly address: string;
  /** Waits for running requests, closes the database, unlocks the data folder. */
  stop(): Promise<void>;
}

const SEGMENTS_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 3_600_000;
/** PostgreSQL's own default, `checkpoint_timeout`. */
const CHECKPOINT_EVERY_MS = 300_000;
const DRAIN_MS = 10_000;

/**
 * Starts one backend process: data folder, database, secrets, demo data, app, port.
 * @throws OptionsError, DataDirLockedError, or the error of the database or the port; nothing is left open then
 */
export async function startServer(
  options: Options,
  { clock, random, log, build }: { clock: Clock; random: Random; log: Log; build: string },
): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, databaseUrl } = options;
  let stopping = false;

  // With PostgreSQL the folder holds only configuration, so any number of processes may share it.
  if (!databaseUrl) opened.adopt(lockDataDir(dataDir), (lock) => lock.release());
  const db = opened.adopt(await openDatabase(options, log), (database) => database.destroy());
  if (databaseUrl) await reachDatabase(db);
  const { applied } = databaseUrl ? await migrateServer(databaseUrl) : await migrate(db);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');

  const secrets = deriveSecrets(options.authSecret ?? readAuthSecret(dataDir, random));
  const passwords = createPasswords({ random, concurrency: options.passwordConcurrency });
  if (options.demo) await loadDemoData({ db, clock, passwords });
  const warn = (text: string) => (err: unknown) => log.warn({ err }, text);
  repeat(opened, SWEEP_EVERY_MS, () => sweepExpired({ db, clock }).catch(warn('sweep failed')));
  if (!databaseUrl) repeat(opened, CHECKPOINT_EVERY_MS, () => checkpoint(db).catch(warn('checkpoint failed')));

  const snapshot = opened.adopt(createSnapshotSource({ db, clock }), (source) => source.stop());
  const seal = () => snapshot.makeSegments().catch(warn('tickets not sealed'));
  void seal();
  repeat(opened, SEGMENTS_EVERY_MS, seal);

  const app = createApp({
    db,
    snapshot,
    clock,
    random,
    secrets,
    log,
    passwords,
    lifetimes: options.lifetimes,
    loginLimits: options.loginLimits,
    contentSecurity: { connectSources: options.connectSources, styleHashes: options.styleHashes },
    trustedProxies: options.trustedProxies,
    allowedOrigins: options.allowedOrigins,
    build,
    isStopping: () => stopping,
    mountPages: (app) => {
      if (options.demo) mountTicketsPage(app, { db, clock });
      mountPages(app, {
        folder: options.appDir,
        configurationFile: join(dataDir, 'config.js'),
        configuration: options.appConfiguration,
      });
    },
  });
  const certificate = options.https ? await readCertificate(dataDir, { addresses: lanAddresses(), clock }) : undefined;
  const listening = await startListening(app, { port: options.port, host: options.host, certificate });
  opened.defer(() => listening.stop({ graceMs: DRAIN_MS }));

  const running = opened.move();
  return {
    address: serverAddress({ ...options, port: listening.port }),
    async stop() {
      stopping = true;
      await running.disposeAsync();
    },
  };
}

function openDatabase({ databaseUrl, databaseConnections, dataDir }: Options, log: Log): Promise<Database> | Database {
  if (!databaseUrl) return openEmbeddedDatabase({ folder: join(dataDir, 'postgres') });
  return openPostgres({
    url: databaseUrl,
    maxConnections: databaseConnections,
    onIdleError: (err) => log.warn({ err }, 'idle database connection lost'),
  });
}

async function migrateServer(url: string): Promise<{ applied: string[] }> {
  await using own = openForMigration({ url });
  return await migrate(own);
}

function repeat(opened: AsyncDisposableStack, everyMs: number, work: () => void): void {
  const timer = setInterval(work, everyMs);
  opened.defer(() => clearInterval(timer));
}
