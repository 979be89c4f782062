import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createPasswords } from '../../auth/passwords.ts';
import { deriveSecrets } from '../../auth/secrets.ts';
import type { SigningKey } from '../../auth/signing-key.ts';
import { createSigningKeys } from '../../auth/signing-keys.ts';
import { createApp } from '../../create-app.ts';
import { migrate } from '../../database/migrate.ts';
import { openEmbeddedDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/tables.ts';
import { OPERATOR_ENVIRONMENT } from '../../http/operator.ts';
import { systemClock } from '../../system/clock.ts';
import { createIdSource, systemRandom } from '../../system/random.ts';
import type { TriedServer } from '../call-attempts.ts';
import { type ApiProcess, startApiProcess } from '../start-api-process.ts';
import { signInAt, type TestServer } from '../start-test-server.ts';
import { createPostgresDatabase } from '../test-databases.ts';
import { addTestDomain, type TestDomain } from '../test-domains.ts';
import { plantSecrets } from './plant-secrets.ts';

/** A database with two domains, the second one full of words that nobody else may read, for one server process at a time. */
export interface World {
  readonly kind: 'embedded' | 'PostgreSQL';
  readonly north: TestDomain;
  readonly south: TestDomain;
  /** Two more, for the matrix of rights. */
  readonly forRights: Readonly<Record<'north' | 'south', TestDomain>>;
  readonly newId: () => string;
  /** The key that signs access tokens. */
  readonly signingKey: SigningKey;
  /** The database, where another process may read it. */
  readonly db: Database | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** The admin socket of the server. */
  readonly operatorSocket: string | undefined;
  drop(): Promise<void>;
}

/** A server process. */
export interface Victim extends World, Pick<TestServer, 'url' | 'signIn'> {
  readonly process: ApiProcess;
}

const SECRET = 'a secret of hostile tests and of nothing else';

/** The keys of the servers. */
export const VICTIM_SECRETS = deriveSecrets(SECRET);

/** Makes a database on a PostgreSQL server (`TEST_DATABASE_URL`), or an embedded one. */
export async function createWorld(kind: World['kind']): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'scantix-hostile-'));
  const postgres = kind === 'PostgreSQL' ? await createPostgresDatabase() : undefined;
  const db = postgres?.db ?? (await openEmbeddedDatabase({ folder: join(folder, 'postgres') }));
  await migrate(db);
  const newId = createIdSource({ clock: systemClock, random: systemRandom });
  const add = (name: string) => addTestDomain(db, { name, newId, now: systemClock.now() });
  const [north, south] = [await add('North Pier'), await add('South Hall')];
  const forRights = { north: await add('North Gate'), south: await add('South Gate') };
  await plantSecrets(db, south);
  const keys = { db, clock: systemClock, secrets: VICTIM_SECRETS, tokenSeconds: 600 };
  const signingKey = await createSigningKeys(keys).getSigner();
  if (!postgres) await db.destroy();
  return {
    ...{ kind, north, south, forRights, newId, signingKey, db: postgres?.db },
    operatorSocket: postgres ? undefined : join(folder, 'admin.sock'),
    environment: {
      ...{ DATA_DIR: folder, AUTH_SECRET: SECRET, LOG_LEVEL: 'info', LOGIN_ATTEMPTS_PER_ADDRESS: '1000000' },
      LOGIN_ATTEMPTS_PER_ACCOUNT: '1000000',
      ...(postgres?.url ? { DATABASE_URL: postgres.url } : {}),
    },
    async drop() {
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the built API on a database, with more variables in its environment. */
export async function startVictim(world: World, environment: Readonly<Record<string, string>> = {}): Promise<Victim> {
  const process = await startApiProcess({ ...world.environment, ...environment }, { built: true });
  const { url } = process;
  return { ...world, url, process, signIn: signInAt({ ...world, url, clock: systemClock }) };
}

/** The server as the matrix of rights tries it, where this process may use its database. */
export function triedServer({ db, url, forRights, newId }: Victim): TriedServer | undefined {
  if (!db) return undefined;
  const log = pino({ level: 'silent' });
  const passwords = createPasswords({ random: systemRandom });
  const app = createApp({ db, clock: systemClock, random: systemRandom, secrets: VICTIM_SECRETS, log, passwords });
  return {
    ...{ url, db, newId, clock: systemClock, ...forRights },
    signIn: signInAt({ url, ...forRights, clock: systemClock }),
    operatorFetch: async (input, init) => app.fetch(new Request(input, init), OPERATOR_ENVIRONMENT),
  };
}
