import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getSnapshot, getSnapshotSegment } from '@scantix/api-contract/snapshot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../system/clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { createDownloadSlots } from './create-download-slots.ts';
import type { SealThread } from './create-seal-thread.ts';
import { createSnapshotSource, type SnapshotSource } from './create-snapshot-source.ts';

let server: TestServer;
let clerk: SignedIn;
/** Each call to seal waits here for the test. */
let sealing: PromiseWithResolvers<string[]>[];
let sealThread: SealThread;

beforeEach(async () => {
  const database = await createMemoryDatabase();
  sealing = [];
  sealThread = {
    lines: vi.fn(async (rows) => {
      if (rows.length === 0) return [];
      const order = Promise.withResolvers<string[]>();
      sealing.push(order);
      return order.promise;
    }),
    segment: () => Promise.reject(new Error('nothing is sealed here')),
    stop: async () => {},
  };
  const source = createSnapshotSource({ db: database.db, clock: systemClock, downloadsAtOnce: 1, sealThread });
  snapshot = { ...source };
  server = await startTestServer(database, { snapshot });
  clerk = await server.signIn();
  await server.north.addTicket('A-1');
}, START_MS);
afterEach(() => server.stop());

let snapshot: SnapshotSource;

const query = () => ({ checkpoint: server.north.gates[0].id });
const download = (signal?: AbortSignal) =>
  clerk.api.call(getSnapshot, { query: query(), ...(signal ? { signal } : {}) });
const isSealing = (times: number) => vi.waitFor(() => expect(sealing).toHaveLength(times));
const LINE = `${JSON.stringify({ key: `${'A'.repeat(43)}=`, removed: true, change: 1 })}\n`;

test('beyond the limit a download is refused with a delay, while scans are decided', async () => {
  const first = download();
  await isSealing(1);
  const refusals = [];
  for (let index = 0; index < 5; index += 1) refusals.push(expectRefusal(await download()));
  expect(refusals).toEqual(refusals.map(({ retryAfterMs }) => ({ status: 503, code: 'unavailable', retryAfterMs })));
  const delays = refusals.map(({ retryAfterMs = 0 }) => retryAfterMs);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
  expect(Math.max(...delays)).toBeLessThanOrEqual(2_000);
  expect(new Set(delays).size).toBeGreaterThan(1);
  const [result] = await clerk.post({ id: server.newId(), barcode: 'A-1' });
  expect(result?.verdict?.outcome).toBe('accepted');
  sealing[0]?.resolve([LINE]);
  expect(expectValue(await first).rows).toHaveLength(1);
});

test('the downloads of one clerk leave room for those of others', async () => {
  Object.assign(snapshot, { slots: createDownloadSlots({ atOnce: 4, random: () => 0 }) });
  const own = Array.from({ length: 5 }, () => download());
  await isSealing(1);
  expect(expectRefusal(await Promise.race(own))).toMatchObject({ status: 503, retryAfterMs: 500 });
  const gate = await server.signIn(server.north.colleague.login);
  const other = gate.api.call(getSnapshot, { query: query() });
  expect(await Promise.race([other.then(({ ok }) => ok), sleep(200).then(() => true)])).toBe(true);
  sealing[0]?.resolve([LINE]);
  expect(expectValue(await other).rows).toHaveLength(1);
  expect((await Promise.all(own)).filter(({ ok }) => ok)).toHaveLength(2);
});

test('a caller that has gone makes room at once, and nothing more is done for it', async () => {
  const gone = request(`${server.url}/tickets/v0/snapshot?checkpoint=${query().checkpoint}`, {
    headers: { Authorization: `Bearer ${clerk.tokens.access_token}` },
  });
  gone.on('error', () => {});
  gone.end();
  await isSealing(1);
  gone.destroy();
  const { outcome } = await vi.waitFor(async () => {
    const asked = download();
    // What is let in waits for the sealing that the first one has begun.
    const isLetIn = await Promise.race([asked.then(({ ok }) => ok), sleep(100).then(() => true)]);
    expect(isLetIn).toBe(true);
    return { outcome: asked };
  });
  sealing[0]?.resolve([LINE]);
  expect(expectValue(await outcome).rows).toHaveLength(1);
  expect(sealing).toHaveLength(1);
});

test('a queue of reads that is full refuses a download with a delay', async () => {
  Object.assign(snapshot, { reads: { run: async () => null } });
  const segment = clerk.api.call(getSnapshotSegment, { params: { sha256: '0'.repeat(64) }, query: query() });
  const refusal = { status: 503, code: 'unavailable', retryAfterMs: 1_000 };
  expect(expectRefusal(await segment)).toEqual(refusal);
  // The segment gives its place back a moment after its answer.
  await vi.waitFor(async () => expect(expectRefusal(await download())).toEqual(refusal));
});
