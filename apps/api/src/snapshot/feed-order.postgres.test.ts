import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient, login, postScans, type Scan, undoScan } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { systemClock } from '../system/clock.ts';
import { createIdSource, systemRandom } from '../system/random.ts';
import { createSnapshotReader } from '../testing/snapshot-reader.ts';
import { type ApiProcess, startApiProcess } from '../testing/start-api-process.ts';
import { expectValue, TEST_DEVICE, withToken } from '../testing/start-test-server.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { addTestDomain, TEST_PASSWORD, type TestDomain } from '../testing/test-domains.ts';

const WRITERS = 4;
const CALLS_PER_WRITER = 25;
const SCANS_PER_CALL = 8;
const TICKETS = 120;

const newId = createIdSource({ clock: systemClock, random: systemRandom });
let database: TestDatabase;
let domain: TestDomain;
let dataDir: string;
let processes: ApiProcess[];
let clients: ApiClient[];

beforeAll(async () => {
  database = await createPostgresDatabase();
  await migrate(database.db);
  domain = await addTestDomain(database.db, { name: 'North Pier', newId, now: Date.now() });
  dataDir = await mkdtemp(join(tmpdir(), 'scantix-'));
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url ?? '',
    AUTH_SECRET: 'one secret that both processes sign with',
  };
  processes = await Promise.all([startApiProcess(env), startApiProcess(env)]);
  for (let index = 0; index < TICKETS; index += 1) await domain.addTicket(`T-${index}`, { entries_allowed: 40 });
  clients = await signInAtBoth();
});

afterAll(async () => {
  const codes = await Promise.all(processes.map((each) => each.stop()));
  await database.drop();
  await rm(dataDir, { recursive: true });
  expect(codes).toEqual([0, 0]);
});

test(`devices that poll while ${WRITERS} writers scan, undo, sell and remove at two processes hold what the server has`, async () => {
  let writing = true;
  const readers = clients.map((api) => createSnapshotReader({ api, checkpointId: domain.gates[0].id }));
  const polls = readers.map(async (reader) => {
    let rounds = 0;
    for (; writing || rounds < 3; rounds += 1) {
      // Catching up fails if count or digest of its tickets differ from the server's at the page's instant.
      await reader.catchUp();
    }
    return rounds;
  });
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
  writing = false;
  const rounds = await Promise.all(polls);
  expect(Math.min(...rounds)).toBeGreaterThan(3);

  const tickets = await database.db.selectFrom('tickets').selectAll().execute();
  const used = tickets.reduce((sum, { entries_used }) => sum + entries_used, 0);
  expect(used).toBeGreaterThan(0);
  for (const reader of readers) {
    await reader.catchUp();
    expect(reader.manifest?.count).toBe(tickets.length);
    for (const { barcode, entries_used, inside, recent_effects } of tickets) {
      const held = await reader.open(Buffer.from(barcode).toString());
      expect(held).toMatchObject({ entriesUsed: entries_used, inside, recentEffects: recent_effects });
    }
  }
});

test('no two scans or undos share a change number, and none is ahead of the feed', async () => {
  const { last_change } = await database.db
    .selectFrom('ticket_feeds')
    .select('last_change')
    .where('domain_id', '=', domain.id)
    .executeTakeFirstOrThrow();
  const taken = await database.db
    .selectFrom('scans')
    .select('ticket_change as change')
    .where('ticket_change', 'is not', null)
    .unionAll(database.db.selectFrom('scan_undos').select('ticket_change as change'))
    .execute();
  const numbers = taken.map(({ change }) => Number(change));
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(Number(last_change));
});

async function write(writer: number): Promise<void> {
  const api = clients[writer % clients.length] as ApiClient;
  for (let call = 0; call < CALLS_PER_WRITER; call += 1) {
    const scans = Array.from({ length: SCANS_PER_CALL }, (_, index) =>
      scanOf((writer * 7 + call * 13 + index * 29) % TICKETS, index % 3 === 2 ? 'exit' : 'entry', `gate-${writer}`),
    );
    const { results } = expectValue(await api.call(postScans, { body: { scans } }));
    // A scan without a result was not recorded; here every scan must get one.
    expect(results).toHaveLength(scans.length);
    if (call % 5 === 0) await takeBack(api, scans[0] as Scan);
    if (call % 8 === 0) await domain.addTicket(`NEW-${writer}-${call}`);
    if (call % 16 === 0) {
      await database.db
        .deleteFrom('tickets')
        .where('barcode', '=', Buffer.from(`NEW-${writer}-${call}`))
        .execute();
    }
  }
}

async function takeBack(api: ApiClient, scan: Scan): Promise<void> {
  const { device_id, claimed_at, claimed_by } = scan;
  const body = { id: newId(), device_id, claimed_at, claimed_by };
  expectValue(await api.call(undoScan, { params: { id: scan.id }, body }));
}

function scanOf(ticket: number, mode: 'entry' | 'exit', deviceId: string): Scan {
  return {
    id: newId(),
    barcode: `T-${ticket}`,
    symbology: 'qr_code',
    scan_method: 'camera',
    mode,
    checkpoint_id: domain.gates[0].id,
    claimed_at: new Date().toISOString(),
    device_id: deviceId,
    claimed_by: domain.clerk.login,
  };
}

async function signInAtBoth(): Promise<ApiClient[]> {
  const [first] = processes;
  const answer = await createApiClient({ baseUrl: first?.url ?? '' }).call(login, {
    body: { clerk: domain.clerk.login, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE },
  });
  const fetch = withToken(expectValue(answer).tokens.access_token);
  return processes.map(({ url }) => createApiClient({ baseUrl: url, fetch }));
}
