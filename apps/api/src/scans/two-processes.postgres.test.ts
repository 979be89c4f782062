import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { barcodeBytes, createApiClient, listScans, login, postScans } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { systemClock } from '../system/clock.ts';
import { createIdSource, systemRandom } from '../system/random.ts';
import { type ApiProcess, startApiProcess } from '../testing/start-api-process.ts';
import { expectValue, TEST_DEVICE, withToken } from '../testing/start-test-server.ts';
import { createPostgresDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { addTestDomain, TEST_PASSWORD, type TestDomain } from '../testing/test-domains.ts';

const ROUNDS = 1_000;
const ROUNDS_AT_ONCE = 8;

const newId = createIdSource({ clock: systemClock, random: systemRandom });
let database: TestDatabase;
let domain: TestDomain;
let dataDir: string;
let processes: ApiProcess[];

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
});

afterAll(async () => {
  const codes = await Promise.all(processes.map((each) => each.stop()));
  await database.drop();
  await rm(dataDir, { recursive: true });
  expect(codes).toEqual([0, 0]);
});

test(`two gates at two processes present one single-entry ticket at once: one is accepted, ${ROUNDS} times`, async () => {
  await addTickets();
  const [one, two] = await signInOnceForBoth();
  const reasons: (readonly string[])[] = [];
  for (let start = 0; start < ROUNDS; start += ROUNDS_AT_ONCE) {
    const rounds = Array.from({ length: Math.min(ROUNDS_AT_ONCE, ROUNDS - start) }, (_, index) => start + index);
    reasons.push(
      ...(await Promise.all(
        rounds.map((round) => Promise.all([present(one, round, 'gate-one'), present(two, round, 'gate-two')])),
      )),
    );
  }
  const accepted = reasons.map((pair) => pair.filter((reason) => reason === 'ok').length);
  expect(accepted).toEqual(Array.from({ length: ROUNDS }, () => 1));
  expect(reasons.flat().filter((reason) => reason === 'already_used')).toHaveLength(ROUNDS);
  // Each process must have been first sometimes; otherwise they did not compete.
  const firsts = reasons.filter(([first]) => first === 'ok').length;
  expect(firsts).toBeGreaterThan(0);
  expect(firsts).toBeLessThan(ROUNDS);
});

test('one scan posted to both processes at once stands once, with one verdict', async () => {
  const [one, two] = await signInOnceForBoth();
  for (let round = 0; round < 50; round += 1) {
    const scan = scanOf('NOBODY-KNOWS-THIS', 'gate-one');
    const answers = await Promise.all(
      [one, two].map(async (api) => expectValue(await api.call(postScans, { body: { scans: [scan] } })).results),
    );
    const results = answers.flat();
    expect(results.map(({ status }) => status).sort()).toEqual(['recorded', 'repeated']);
    expect(results[0]?.verdict).toEqual(results[1]?.verdict);
    expect(expectValue(await one.call(listScans, { body: { id: scan.id } })).items).toHaveLength(1);
  }
});

async function signInOnceForBoth() {
  const [first, second] = processes;
  if (!first || !second) throw new Error('Two processes are needed');
  const answer = await createApiClient({ baseUrl: first.url }).call(login, {
    body: { clerk: domain.clerk.login, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE },
  });
  const fetch = withToken(expectValue(answer).tokens.access_token);
  return [createApiClient({ baseUrl: first.url, fetch }), createApiClient({ baseUrl: second.url, fetch })] as const;
}

async function present(api: ReturnType<typeof createApiClient>, round: number, deviceId: string): Promise<string> {
  const scans = [scanOf(`ROUND-${round}`, deviceId)];
  const { results } = expectValue(await api.call(postScans, { body: { scans } }));
  return results[0]?.verdict?.reason ?? 'none';
}

function scanOf(barcode: string, deviceId: string) {
  return {
    id: newId(),
    barcode,
    symbology: 'qr_code',
    scan_method: 'camera',
    mode: 'entry',
    checkpoint_id: domain.gates[0].id,
    claimed_at: new Date().toISOString(),
    device_id: deviceId,
    claimed_by: domain.clerk.login,
  };
}

async function addTickets(): Promise<void> {
  await database.db
    .insertInto('tickets')
    .values(
      Array.from({ length: ROUNDS }, (_, round) => ({
        id: newId(),
        domain_id: domain.id,
        barcode: barcodeBytes(`ROUND-${round}`),
        status: 'valid' as const,
        holder: null,
        type: 'Day ticket',
        note: null,
        order_name: null,
        valid_from: null,
        valid_until: null,
        works_at: [],
        entries_allowed: 1,
        updated_at: new Date(),
        search_text: '',
      })),
    )
    .execute();
}
