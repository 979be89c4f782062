import { getReportSummary, lookupTicket } from '@scantix/api-contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../create-app.ts';
import type { Database } from '../database/tables.ts';
import { createMetrics } from '../system/create-metrics.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { createMetricsApp } from './mount.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase(), { build: 'b1' });
}, START_MS);
afterAll(() => server.stop());

const read = async () => (await server.operatorFetch('http://admin.invalid/metrics')).text();

test('metrics are the operator’s: to the public there is no such path', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await server.operatorFetch('http://admin.invalid/metrics')).status).toBe(200);
});

test('they count decisions, answers, refusals and requests, by words of the program alone', async () => {
  const { api, post } = await server.signIn();
  const id = server.newId();
  await post({ id, barcode: 'SECRET-4711' });
  await post({ id, barcode: 'SECRET-4711' });
  await api.call(lookupTicket, { body: { barcode: 'SECRET-4711', checkpoint_id: server.north.gates[0].id } });
  await fetch(`${server.url}/tickets/SECRET-4711?x=SECRET-4711`, { method: 'PROPFIND' });
  await fetch(`${server.url}/SECRET-4711`);
  await fetch(`${server.url}${getReportSummary.path}`);
  const text = await read();
  expect(text).toMatch(/scantix_decisions_total\{outcome="\w+",certainty="server"\} 1/);
  expect(text).toContain('scantix_scan_answers_total{status="repeated"} 1');
  expect(text).toContain('scantix_refusals_total{event="session.refused",reason="unauthenticated"} 1');
  expect(text).toMatch(/scantix_request_seconds_count\{method="POST",route="\/tickets\/v0\/lookup",status="2xx"\} 1/);
  expect(text).toContain('scantix_build_info{build="b1"} 1');
  expect(text).toContain('scantix_devices{within="5m"} 1');
  expect(text).toContain('scantix_webhook_messages_waiting 0');
  expect(text).not.toMatch(/SECRET|PROPFIND|north|test-device/i);
});

test('messages of a disabled webhook are not due; one that nobody has disabled by hand is counted', async () => {
  const { db, clock, north } = server;
  const [id, at] = [server.newId(), new Date(clock.now() - 3_600_000)];
  const hook = { domain_id: north.id, id, url: 'https://shop.example', events: ['scan.accepted'], holder_data: false };
  await db
    .insertInto('webhooks')
    .values({ ...hook, secret: new Uint8Array(), created_at: at })
    .execute();
  const times = { created_at: at, waiting_since: at, next_at: at };
  const message = { domain_id: north.id, webhook_id: id, type: 'scan.accepted', id: server.newId(), data: '{}' };
  await db
    .insertInto('webhook_deliveries')
    .values({ ...message, ...times })
    .execute();
  expect(await read()).toMatch(/scantix_webhook_messages_waiting 1\n(#.*\n)+scantix_webhook_oldest_seconds 3600/);
  const disable = (disabled_because: string) =>
    db.updateTable('webhooks').set({ disabled_at: at, disabled_because }).where('id', '=', id).execute();
  await disable('by_hand');
  expect(await read()).toMatch(/scantix_webhook_messages_waiting 0\n(#.*\n)+scantix_webhook_oldest_seconds 0/);
  expect(await read()).toContain('scantix_webhooks_disabled 0\n');
  for (const because of ['failing', 'gone']) {
    await disable(because);
    expect(await read()).toContain('scantix_webhooks_disabled 1\n');
  }
});

test('the metrics’ own port has them, and nothing else of the server', async () => {
  const { db, clock } = server;
  const metrics = createMetrics({ build: 'b2' });
  const app = createMetricsApp({ db, clock, metrics, log: pino({ level: 'silent' }) });
  const answer = await app.request('/metrics');
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toContain('scantix_build_info{build="b2"} 1');
  expect(text).toContain('scantix_devices{within="ever"}');
  for (const path of ['/', '/healthz', '/docs', getReportSummary.path])
    expect((await app.request(path)).status).toBe(404);
});

test('what the process counts is told while the database is away', async () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const db = new Proxy(
    {},
    {
      get: () => () => {
        throw new Error('Connection terminated unexpectedly');
      },
    },
  ) as Database;
  const app = createMetricsApp({ db, clock: server.clock, metrics: createMetrics({ build: 'b2' }), log });
  const text = await (await app.request('/metrics')).text();
  expect(text).toContain('scantix_build_info{build="b2"} 1');
  expect(text).not.toContain('scantix_devices');
  expect(lines.join('')).toContain('figures of the database not read');
});

test('a database that does not answer leaves the reader of the metrics time', async () => {
  vi.useFakeTimers();
  const database: Database = new Proxy((() => database) as never, {
    get: (_, name) => (name === 'executeTakeFirstOrThrow' ? () => new Promise(() => {}) : database),
  });
  const log = pino({ level: 'silent' });
  const app = createMetricsApp({ db: database, clock: server.clock, metrics: createMetrics({ build: 'b2' }), log });
  const answer = Promise.resolve(app.request('/metrics'));
  // Prometheus waits for 10 s by default.
  await vi.advanceTimersByTimeAsync(9_000);
  vi.useRealTimers();
  const text = await (await answer).text();
  expect(text).toContain('scantix_build_info{build="b2"} 1');
  expect(text).not.toContain('scantix_devices');
});

test('the queue of scans is the app’s own', () => {
  const metrics = { ...createMetrics({ build: 'b2' }), watchScans: vi.fn() };
  createApp({ ...server.parts, metrics });
  expect(metrics.watchScans).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ waiting: expect.any(Function) }),
  );
});
