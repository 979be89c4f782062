import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPasswords } from '../../auth/passwords.ts';
import { migrate } from '../../database/migrate.ts';
import { openEmbeddedDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/tables.ts';
import { systemClock } from '../../system/clock.ts';
import { createIdSource, systemRandom } from '../../system/random.ts';
import { type ApiProcess, startApiProcess } from '../start-api-process.ts';
import { signInAt, type TestServer } from '../start-test-server.ts';
import { createPostgresDatabase } from '../test-databases.ts';
import { addTestDomain, TEST_PASSWORD } from '../test-domains.ts';
import { plantSecrets } from './plant-secrets.ts';

/** A server process with two domains, the second one full of words that nobody else may read. */
export interface Victim extends Pick<TestServer, 'url' | 'north' | 'south' | 'newId' | 'signIn'> {
  readonly kind: 'embedded' | 'PostgreSQL';
  readonly process: ApiProcess;
  /** The admin socket. */
  readonly operatorSocket: string | undefined;
  /** Its database, where another process may read it. */
  readonly db: Database | undefined;
  stop(): Promise<void>;
}

const SECRET = 'a secret of hostile tests and of nothing else';

/**
 * Starts the built API on a PostgreSQL server (`TEST_DATABASE_URL`) or on its own embedded database, with more variables
 * in its environment.
 */
export async function startVictim(kind: Victim['kind'], environment: Record<string, string> = {}): Promise<Victim> {
  const folder = mkdtempSync(join(tmpdir(), 'scantix-hostile-'));
  const postgres = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined;
  const db = postgres?.db ?? (await openEmbeddedDatabase({ folder: join(folder, 'postgres') }));
  await migrate(db);
  const newId = createIdSource({ clock: systemClock, random: systemRandom });
  const passwordHash = await createPasswords({ random: systemRandom }).hash(TEST_PASSWORD);
  const shared = { passwordHash, newId, now: systemClock.now() };
  const north = await addTestDomain(db, { name: 'North Pier', ...shared });
  const south = await addTestDomain(db, { name: 'South Hall', ...shared });
  await plantSecrets(db, south);
  if (!postgres) await db.destroy();

  const process = await startApiProcess(
    {
      ...{ DATA_DIR: folder, AUTH_SECRET: SECRET, LOG_LEVEL: 'info', LOGIN_ATTEMPTS_PER_ADDRESS: '1000000' },
      LOGIN_ATTEMPTS_PER_ACCOUNT: '1000000',
      ...environment,
      ...(postgres?.url ? { DATABASE_URL: postgres.url } : {}),
    },
    { built: true },
  );
  const { url } = process;
  return {
    ...{ kind, url, north, south, newId, process },
    signIn: signInAt({ url, north, south, clock: systemClock }),
    db: postgres?.db,
    operatorSocket: postgres ? undefined : join(folder, 'admin.sock'),
    async stop() {
      await process.stop();
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
