import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppParts } from '../app-parts.ts';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { readCertificate } from '../data-dir/read-certificate.ts';
import { createLog } from '../system/log.ts';
import { systemRandom } from '../system/random.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { TEST_SECRETS } from '../testing/start-test-server.ts';
import { createMemoryDatabase, type TestDatabase } from '../testing/test-databases.ts';
import type { AppEnv } from './app-env.ts';
import { startListening } from './start-listening.ts';

const host = '127.0.0.1';

describe('a server that stops', () => {
  test('lets running requests end and takes no new ones', async () => {
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const app = new Hono<AppEnv>();
    app.get('/slow', async (context) => {
      entered.resolve();
      await gate.promise;
      return context.text('done');
    });
    const listening = await startListening(app, { port: 0, host });
    const url = `http://${host}:${listening.port}/slow`;
    const running = fetch(url);
    await entered.promise;
    const stopped = listening.stop({ graceMs: 60_000 });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    gate.resolve();
    expect(await (await running).text()).toBe('done');
    await stopped;
  });

  test.each(['', 'GET / HTTP/1.1\r\nHost: a\r\n'])('waits for no connection without a request: %j', async (sent) => {
    const listening = await startListening(new Hono<AppEnv>(), { port: 0, host });
    const socket = connect(listening.port, host);
    await once(socket, 'connect');
    socket.write(sent);
    const closed = once(socket, 'close');
    // Both are read: the server has the connection.
    await (await fetch(`http://${host}:${listening.port}/`)).text();
    await listening.stop({ graceMs: 60_000 });
    await closed;
  });

  test('cuts off what does not end', async () => {
    const entered = Promise.withResolvers<void>();
    const app = new Hono<AppEnv>();
    app.get('/hanging', () => {
      entered.resolve();
      return new Promise<Response>(() => undefined);
    });
    const listening = await startListening(app, { port: 0, host });
    const cutOff = expect(fetch(`http://${host}:${listening.port}/hanging`)).rejects.toThrow('fetch failed');
    await entered.promise;
    await listening.stop({ graceMs: 1 });
    await cutOff;
  });
});

test('a connection is kept for longer than a proxy keeps it', async () => {
  const listening = await startListening(new Hono<AppEnv>(), { port: 0, host });
  const { headers } = await fetch(`http://${host}:${listening.port}/`);
  expect(headers.get('keep-alive')).toBe('timeout=130');
  await listening.stop({ graceMs: 1 });
});

// Without a check of its own Node looks every 30 s.
test('a connection whose headers do not end is closed soon after their time', { timeout: 20_000 }, async () => {
  const listening = await startListening(new Hono<AppEnv>(), { port: 0, host, headersTimeoutMs: 40 });
  const socket = connect(listening.port, host);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 408 /);
  socket.destroy();
  await listening.stop({ graceMs: 1 });
});

test('a request that the app throws at is answered as one to send again', async () => {
  const fail = () => Promise.reject(new Error('The log cannot be written'));
  const listening = await startListening({ fetch: fail }, { port: 0, host });
  const answer = await fetch(`http://${host}:${listening.port}/`);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { success: false, code: 'unavailable', message: 'Server error' },
  ]);
  await listening.stop({ graceMs: 1 });
});

describe('the app on a port', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createMemoryDatabase();
  }, START_MS);
  afterAll(() => database.drop());

  const build = (parts: Partial<AppParts> = {}) =>
    createApp({
      db: database.db,
      clock: createFakeClock(),
      random: systemRandom,
      secrets: TEST_SECRETS,
      log: createLog({ level: 'silent' }),
      passwords: createPasswords({ random: systemRandom }),
      ...parts,
    });

  test('is ready from the end of its start until it stops, and alive all the time', async () => {
    let [isStarting, isStopping] = [true, false];
    const app = build({ isStarting: () => isStarting, isStopping: () => isStopping });
    const ask = async (path: string) => (await app.request(path)).status;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503]);
    isStarting = false;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 200]);
    isStopping = true;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503]);
  });

  test(
    'is not ready without its database',
    async () => {
      const gone = await createMemoryDatabase();
      const app = build({ db: gone.db });
      expect((await app.request('/readyz')).status).toBe(200);
      await gone.drop();
      const answer = await app.request('/readyz');
      expect([answer.status, await answer.json()]).toEqual([
        503,
        { status: 'no_database', version: 'source', build: 'unknown' },
      ]);
    },
    START_MS,
  );

  test('lets pages of other origins call it only where they are named', async () => {
    const preflight = (origin: string, parts: Partial<AppParts>) =>
      build(parts).request('/v0/auth/login', {
        method: 'OPTIONS',
        headers: {
          ...{ Origin: origin, 'Access-Control-Request-Method': 'POST' },
          'Access-Control-Request-Headers': 'authorization,content-type,scantix-build,scantix-wire',
        },
      });
    const named = await preflight('https://app.example', { allowedOrigins: ['https://app.example'] });
    expect(named.headers.get('Access-Control-Allow-Origin')).toBe('https://app.example');
    expect(named.headers.get('Access-Control-Allow-Credentials')).toBe('true');
    expect(named.headers.get('Access-Control-Allow-Headers')).toMatch(/Scantix-Build,Scantix-Wire/);
    const other = await preflight('https://evil.example', { allowedOrigins: ['https://app.example'] });
    expect(other.headers.has('Access-Control-Allow-Origin')).toBe(false);
    expect((await preflight('https://app.example', {})).headers.has('Access-Control-Allow-Origin')).toBe(false);
  });

  test('stops with TLS while a handshake lasts', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scantix-'));
    const certificate = await readCertificate(dataDir, { addresses: [host], clock: createFakeClock(Date.now()) });
    const listening = await startListening(build(), { port: 0, host, certificate });
    const socket = connect(listening.port, host);
    await once(socket, 'connect');
    socket.on('error', () => {});
    const closed = once(socket, 'close');
    await listening.stop({ graceMs: 60_000 });
    await closed;
    await rm(dataDir, { recursive: true });
  });

  test('serves TLS, and asks for it from then on', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'scantix-'));
    const clock = createFakeClock(Date.now());
    const certificate = await readCertificate(dataDir, { addresses: [host], clock });
    const listening = await startListening(build(), { port: 0, host, certificate });
    const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
      get({ host, port: listening.port, path: '/healthz', ca: certificate.cert, agent: new Agent() }, (response) => {
        response.resume();
        resolve(response.headers);
      }).on('error', reject);
    });
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
    await listening.stop({ graceMs: 1_000 });
    await rm(dataDir, { recursive: true });
  });
});
