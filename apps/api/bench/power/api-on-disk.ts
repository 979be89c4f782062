import { createApiClient, postScans } from '@scantix/api-contract';
import { uuidv7 } from 'uuidv7';
import { createPasswords } from '../../src/auth/passwords.ts';
import { createApp } from '../../src/create-app.ts';
import { createServices } from '../../src/create-services.ts';
import { checkpoint } from '../../src/database/checkpoint.ts';
import type { Sync } from '../../src/database/durable-file-system.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openEmbeddedDatabase } from '../../src/database/open-database.ts';
import { systemClock } from '../../src/system/clock.ts';
import { createLog } from '../../src/system/log.ts';
import { systemRandom } from '../../src/system/random.ts';
import { TEST_SECRETS } from '../../src/testing/start-test-server.ts';
import { addTestDomain } from '../../src/testing/test-domains.ts';

const DEVICE = 'device-1';

/** A clerk's session and checkpoint. */
export interface Post {
  readonly token: string;
  readonly clerk: string;
  readonly checkpointId: string;
}

/** The API in this process, over an embedded database in a folder. */
export interface ApiOnDisk {
  /** Posts a new scan, or one that had no answer. Resolves with whether it was answered. */
  post(id: string): Promise<boolean>;
  checkpoint(): Promise<void>;
  /** The ids of all scans in the database. */
  readScans(): Promise<Set<string>>;
  close(): Promise<void>;
}

const CLOCK_AND_MORE = { clock: systemClock, random: systemRandom, secrets: TEST_SECRETS };

/** Makes a database with a domain. */
export async function makeDatabase(folder: string): Promise<Post> {
  const db = await openEmbeddedDatabase({ folder });
  await migrate(db);
  const parts = createParts(db);
  const { sessions, newId } = createServices(parts);
  const domain = await addTestDomain(db, { name: 'North', passwordHash: 'none', newId, now: Date.now() });
  const session = {
    id: domain.clerk.id,
    domainId: domain.id,
    login: domain.clerk.login,
    passwordHash: 'none',
    deviceId: DEVICE,
    rememberMe: true,
  };
  const { access_token: token } = (await sessions.open({ ...session, address: '127.0.0.1' })).tokens;
  await db.destroy();
  return { token, clerk: domain.clerk.login, checkpointId: domain.gates[0].id };
}

export async function openApi(folder: string, { sync, at }: { sync: Sync; at: Post }): Promise<ApiOnDisk> {
  const db = await openEmbeddedDatabase({ folder, sync });
  const app = createApp(createParts(db));
  const api = createApiClient({
    baseUrl: 'http://api',
    async fetch(input, init) {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', `Bearer ${at.token}`);
      return app.request(String(input), { ...init, headers });
    },
  });
  return {
    async post(id) {
      const what = { symbology: 'qr_code', scan_method: 'camera', mode: 'entry' } as const;
      const where = { checkpoint_id: at.checkpointId, device_id: DEVICE, claimed_by: at.clerk };
      const scan = { id, barcode: id, ...what, ...where, claimed_at: new Date().toISOString() };
      const answer = await api.call(postScans, { body: { scans: [scan] } });
      return answer.ok && answer.value.results[0]?.verdict !== undefined;
    },
    checkpoint: () => checkpoint(db),
    async readScans() {
      const rows = await db.selectFrom('scans').select('id').execute();
      return new Set(rows.map(({ id }) => id));
    },
    close: () => db.destroy(),
  };
}

function createParts(db: Awaited<ReturnType<typeof openEmbeddedDatabase>>) {
  const passwords = createPasswords({ random: systemRandom });
  return { db, ...CLOCK_AND_MORE, log: createLog({ level: 'silent' }), passwords };
}

export const newScanId = uuidv7;
