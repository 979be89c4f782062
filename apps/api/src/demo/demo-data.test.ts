import { createApiClient, getScannerConfig, login, postScans } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { migrate } from '../database/migrate.ts';
import { createLog } from '../log.ts';
import { createIdSource, systemRandom } from '../random.ts';
import { type Listening, startListening } from '../start-listening.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, TEST_DEVICE, TEST_SECRETS, withToken } from '../testing/start-test-server.ts';
import { createMemoryDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { DEMO_DOMAINS, DEMO_PASSWORD } from './demo-places.ts';
import { loadDemoData } from './load-demo-data.ts';
import { mountTicketsPage } from './mount-tickets-page.ts';
import { SHOWCASE_TICKETS } from './showcase-tickets.ts';

const clock = createFakeClock();
const newId = createIdSource({ clock, random: systemRandom });
const passwords = createPasswords({ random: systemRandom });
let database: TestDatabase;
let listening: Listening;
let url: string;
beforeAll(async () => {
  database = await createMemoryDatabase();
  const { db } = database;
  await migrate(db);
  expect(await loadDemoData({ db, clock, passwords })).toEqual({ loaded: true });
  const app = createApp({
    db,
    clock,
    random: systemRandom,
    secrets: TEST_SECRETS,
    log: createLog({ level: 'silent' }),
    passwords,
    mountPages: (pages) => mountTicketsPage(pages, { db, clock }),
  });
  listening = await startListening(app, { port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${listening.port}`;
}, START_MS);
afterAll(async () => {
  await listening.stop({ graceMs: 1_000 });
  await database.drop();
});

async function signIn(clerk: string) {
  const body = { clerk, password: DEMO_PASSWORD, remember_me: false, ...TEST_DEVICE };
  const { tokens, user } = expectValue(await createApiClient({ baseUrl: url }).call(login, { body }));
  return { user, api: createApiClient({ baseUrl: url, fetch: withToken(tokens.access_token) }) };
}

describe('the demo data', () => {
  test('is loaded once', async () => {
    expect(await loadDemoData({ db: database.db, clock, passwords })).toEqual({ loaded: false });
  });

  test('has two domains and 2,000 tickets', async () => {
    const count = async (table: 'domains' | 'tickets') =>
      (await database.db.selectFrom(table).select('id').execute()).length;
    expect([await count('domains'), await count('tickets')]).toEqual([2, 2_000]);
  });

  test('lets each clerk sign in and gives them the checkpoints of their workgroup', async () => {
    for (const { name, clerks, workgroups } of DEMO_DOMAINS) {
      for (const { login: clerk, userName, workgroup } of clerks) {
        const { user, api } = await signIn(clerk);
        expect(user).toMatchObject({ clerk, user_name: userName, domain: name, workgroup });
        const { checkpoints } = expectValue(await api.call(getScannerConfig, {}));
        expect(checkpoints.map((checkpoint) => checkpoint.name)).toEqual(workgroups[workgroup]);
      }
    }
  });
});

describe('the printable tickets', () => {
  const page = async () => (await fetch(`${url}/demo/tickets`)).text();

  test('show every symbology and every reason that a first scan can have', () => {
    expect(new Set(SHOWCASE_TICKETS.map(({ symbology }) => symbology)).size).toBe(6);
    expect(new Set(SHOWCASE_TICKETS.map(({ gives }) => gives))).toEqual(
      new Set([
        'ok',
        'needs_attention',
        'already_used',
        'unknown_code',
        'cancelled',
        'blocked',
        'unpaid',
        'not_yet_valid',
        'expired',
        'wrong_checkpoint',
      ]),
    );
  });

  test('are drawn without sign-in, each with a code, styled by a file of its own', async () => {
    const text = await page();
    expect(text.match(/<article/g)).toHaveLength(SHOWCASE_TICKETS.length);
    expect(text.match(/<div class="symbol/g)).toHaveLength(SHOWCASE_TICKETS.length);
    expect(text).toContain('HL/2026?seat=A 12&amp;row=100%#north');
    expect(text).not.toMatch(/<style|style=|<script/);
    const style = await fetch(`${url}/demo/tickets.css`);
    expect(style.headers.get('Content-Type')).toBe('text/css; charset=utf-8');
  });

  test('say what a scan of each gives, and what it gives afterwards', async () => {
    const before = await page();
    expect(before.match(/class="card accepted"/g)).toHaveLength(8);
    const { api, user } = await signIn('m.okafor');
    const { checkpoints } = expectValue(await api.call(getScannerConfig, {}));
    const [gate] = checkpoints;
    expect(gate?.name).toBe('Gate A, harbour');
    const scans = SHOWCASE_TICKETS.map(({ code, symbology }) => ({
      id: newId(),
      barcode: code,
      symbology,
      scan_method: 'camera',
      mode: 'entry',
      checkpoint_id: gate?.id,
      claimed_at: new Date(clock.now()).toISOString(),
      device_id: 'device',
      claimed_by: user.clerk,
    }));
    const { results } = expectValue(await api.call(postScans, { body: { scans } }));
    expect(results.map(({ verdict }) => verdict?.reason)).toEqual(SHOWCASE_TICKETS.map(({ gives }) => gives));
    // The family ticket has three entries left.
    expect((await page()).match(/class="card accepted"/g)).toHaveLength(1);
  });
});
