import {
  createApiClient,
  getReportBreakdown,
  getReportSummary,
  getScannerConfig,
  login,
  postScans,
} from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { type Listening, startListening } from '../http/start-listening.ts';
import { createLog } from '../system/log.ts';
import { createIdSource, systemRandom } from '../system/random.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, TEST_DEVICE, TEST_SECRETS, withToken } from '../testing/start-test-server.ts';
import { createMemoryDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { DEMO_DOMAINS, DEMO_PASSWORD } from './demo-domains.ts';
import { loadDemoData } from './load-demo-data.ts';
import { makeDemoRows } from './make-demo-rows.ts';
import { mountTicketsPage } from './mount.ts';
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
  expect(await loadDemoData({ db, clock, passwords, tickets: 2_000 })).toEqual({ loaded: true });
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
    expect(await loadDemoData({ db: database.db, clock, passwords, tickets: 2_000 })).toEqual({ loaded: false });
  });

  test('is made before its transaction, which a server ends that waits for a slow machine', async () => {
    const { db, drop } = await createMemoryDatabase();
    // The embedded database answers this only after a transaction that is open.
    const hash = vi.fn(async () => {
      await sql`select 1`.execute(db);
      return 'hash';
    });
    expect(await loadDemoData({ db, clock, passwords: { ...passwords, hash }, tickets: 100 })).toEqual({
      loaded: true,
    });
    expect(hash).toHaveBeenCalled();
    await drop();
  });

  test('has two domains and as many tickets as were asked for', async () => {
    const count = async (table: 'domains' | 'tickets') =>
      (await database.db.selectFrom(table).select('id').execute()).length;
    expect([await count('domains'), await count('tickets')]).toEqual([2, 2_000]);
  });

  test.each([
    [100, { atLeast: 50, atMost: 100 }],
    [20_000, { atLeast: 400, atMost: 600 }],
  ])('of %s tickets has a day behind it too', async (tickets, { atLeast, atMost }) => {
    const rows = await makeDemoRows({ clock, passwords, tickets });
    const entered = new Set(rows.scans.flatMap(({ effect, ticket_id }) => (effect === 'enter' ? [ticket_id] : [])));
    expect(rows.tickets).toHaveLength(tickets);
    expect(entered.size).toBeGreaterThan(atLeast);
    expect(entered.size).toBeLessThanOrEqual(atMost);
  });

  test('has a day behind it: a rush, every kind of verdict, a gate that was offline, and nothing of today', async () => {
    const { api } = await signIn('m.okafor');
    const day = 24 * 3_600_000;
    const period = (from: number, to: number) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
    });
    const yesterday = period(clock.now() - day - 3 * 3_600_000, clock.now() - day);
    const seen = expectValue(await api.call(getReportSummary, { query: yesterday }));
    expect(seen.admitted).toBeGreaterThan(300);
    expect(seen.attention).toBeGreaterThan(20);
    expect(seen.peak?.admitted).toBeGreaterThan((2 * seen.admitted) / 36);
    expect(seen.offline_share).toBeGreaterThan(0);
    expect(seen.offline_share).toBeLessThan(0.1);
    expect(seen.decision_ms?.p50).toBeGreaterThan(60);
    expect(seen.decision_ms?.p95).toBeLessThan(400);
    expect(seen.open_conflicts).toBe(0);
    const groups = async (by: 'reason' | 'clerk' | 'device') =>
      expectValue(await api.call(getReportBreakdown, { query: { ...yesterday, by } })).groups;
    expect((await groups('reason')).map(({ key }) => key)).toEqual(
      expect.arrayContaining(['ok', 'needs_attention', 'self_repeat', 'already_used', 'unknown_code', 'cancelled']),
    );
    expect([(await groups('clerk')).length, (await groups('device')).length]).toEqual([4, 4]);
    const today = period(clock.now() - day, clock.now() + day);
    expect(expectValue(await api.call(getReportSummary, { query: today })).scans).toBe(0);
  });

  test('has tickets that are as their scans have left them', async () => {
    const tickets = await database.db.selectFrom('tickets').select(['id', 'entries_used', 'inside']).execute();
    const scans = await database.db.selectFrom('scans').select(['ticket_id', 'effect']).orderBy('effect_at').execute();
    const entries = new Map<string, string[]>();
    for (const { ticket_id, effect } of scans) {
      if (ticket_id && effect !== 'none') entries.set(ticket_id, [...(entries.get(ticket_id) ?? []), effect]);
    }
    for (const { id, entries_used, inside } of tickets) {
      const effects = entries.get(id) ?? [];
      const entered = effects.filter((effect) => effect === 'enter').length;
      expect([entries_used, inside]).toEqual([entered, entered - (effects.length - entered)]);
    }
  });

  test('lets each clerk sign in and gives them the checkpoints and rights of their workgroup', async () => {
    for (const { name, clerks, workgroups } of DEMO_DOMAINS) {
      for (const { login: clerk, userName, workgroup } of clerks) {
        const { user, api } = await signIn(clerk);
        expect(user).toMatchObject({ clerk, user_name: userName, domain: name, workgroup });
        const { checkpoints, rights } = expectValue(await api.call(getScannerConfig, {}));
        expect({ checkpoints: checkpoints.map((checkpoint) => checkpoint.name), rights }).toEqual(
          workgroups[workgroup],
        );
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
    for (const place of ['Balcony left, Row 4, seat 12', 'Family lawn', 'Wheelchair place 3']) {
      expect(text).toContain(`<p>${place}</p>`);
    }
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
