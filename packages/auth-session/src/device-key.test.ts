import { deliverRevocations, HEADERS, refresh, registerDeviceKey } from '@scantix/api-contract';
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { DELIVER, REFRESH as REFRESH_CALL, REGISTER as REGISTER_CALL } from './device-key.ts';
import type { LogSink } from './log-sink.ts';
import { createFakeClock, createSessionHarness, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REGISTER = '/v0/auth/device-key';
const REFRESH = '/v0/auth/refresh';
const HOUR_MS = 3_600_000;

type Options = Parameters<typeof createSessionHarness>[0] & object;

function setUp({ server, ...options }: Options = {}) {
  const indexedDB = new IDBFactory();
  /** The addresses of the calls that have ended. */
  const ended: string[] = [];
  const log: LogSink = { log: () => {}, logApiCall: ({ endpoint }) => void ended.push(endpoint) };
  return {
    ended,
    indexedDB,
    ...createSessionHarness({ indexedDB, log, server: { deviceKeys: true, ...server }, ...options }),
  };
}

/** Signs in, and waits until the key is registered. */
async function signInBound(harness: ReturnType<typeof setUp>): Promise<void> {
  const before = harness.ended.length;
  await harness.session.login(ada);
  await vi.waitUntil(() => harness.ended.includes(REGISTER, before), { timeout: 10_000 });
}

/** What was logged of a key that is not registered. */
const notRegistered = (logged: ReturnType<typeof vi.fn>) =>
  logged.mock.calls.flat().find(({ name }) => name === 'device-key-not-registered');

const proofs = ({ server }: ReturnType<typeof setUp>) =>
  server.requests.filter(({ path }) => path === REFRESH).map(({ headers }) => headers.get(HEADERS.proof));

test('a session is bound to the key of its device after the sign-in, and refreshed with one proof each', async () => {
  const harness = setUp();
  await signInBound(harness);
  const { body } = harness.server.requests.at(-1) ?? {};
  expect(body).toEqual({
    key: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    proof: expect.any(String),
  });
  expect(await harness.session.refresh()).toBe(true);
  expect(await harness.session.refresh()).toBe(true);
  expect(new Set(proofs(harness)).size).toBe(2);
  expect(proofs(harness)).not.toContain(null);
});

test('a sign-out right after the sign-in ends the registration of the key', async () => {
  const logged = vi.fn();
  const harness = setUp({ log: { log: logged, logApiCall: () => {} } });
  await harness.session.login(ada);
  await harness.session.logout();
  await vi.waitUntil(() => notRegistered(logged));
  expect(harness.server.requests.map(({ path }) => path)).toEqual(['/v0/auth/login', '/v0/auth/logout']);
});

test('a server of another maker sees no header of ours and no further call', async () => {
  const harness = setUp({ server: { deviceKeys: false } });
  await harness.session.login(ada);
  expect(await harness.session.refresh()).toBe(true);
  await harness.session.logout();
  await harness.session.start();
  const names = harness.server.requests.flatMap(({ headers }) => [...headers.keys()]);
  expect(names.filter((name) => name.startsWith('scantix'))).toEqual([]);
  expect(harness.server.requests.map(({ path }) => path)).toEqual(['/v0/auth/login', REFRESH, '/v0/auth/logout']);
});

test('another server under the next configuration gets no proof', async () => {
  const harness = setUp();
  await signInBound(harness);
  const elsewhere = harness.openTab({ baseUrl: 'http://elsewhere.test' });
  harness.server.answerNext(REFRESH, () => refuse(503, 'unavailable', 'Busy'));
  await elsewhere.refresh();
  expect(proofs(harness)).toEqual([null]);
});

test.each([-86_400_000, 86_400_000])('a clock that is set by %d ms does not end the session', async (ms) => {
  const harness = setUp({ server: { clock: createFakeClock() } });
  await signInBound(harness);
  harness.clock.jump(ms);
  expect(await harness.session.refresh()).toBe(true);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

test('a device whose clock was always wrong by a day proves by the server’s time at once', async () => {
  const harness = setUp({ server: { clockAheadMs: 86_400_000 } });
  await signInBound(harness);
  expect(await harness.session.refresh()).toBe(true);
  expect(harness.server.count(REFRESH)).toBe(1);
});

test('two tabs share the key, and a page that starts later has it', async () => {
  const harness = setUp();
  await signInBound(harness);
  const other = harness.openTab();
  await other.start();
  expect(await other.refresh()).toBe(true);
  expect(await harness.session.refresh()).toBe(true);
  expect(harness.server.countStaleTokens()).toBe(0);
  await harness.session.logout();
  await signInBound(harness);
  const keys = harness.server.requests
    .filter(({ path }) => path === REGISTER)
    .map(({ body }) => JSON.stringify((body as { key: unknown }).key));
  expect(new Set(keys).size).toBe(1);
});

test('a key that is lost ends the session, as a refusal does', async () => {
  const harness = setUp();
  await signInBound(harness);
  const elsewhere = harness.openTab({ indexedDB: new IDBFactory() });
  await elsewhere.start();
  expect(await elsewhere.refresh()).toBe(false);
  expect(elsewhere.getSnapshot().status).toBe('signed-out');
});

test('a record that is lost, and not the key, costs one more call', async () => {
  const harness = setUp();
  await signInBound(harness);
  const request = harness.indexedDB.open('scantix-auth-session', 1);
  await new Promise((resolve) => {
    request.onsuccess = () => {
      const transaction = request.result.transaction('rotation', 'readwrite');
      transaction.objectStore('rotation').delete('current');
      transaction.oncomplete = resolve;
    };
  });
  expect(await harness.session.refresh()).toBe(true);
  expect(proofs(harness)).toEqual([null, expect.any(String)]);
});

test('a key’s storage that fails is no refusal', async () => {
  const harness = setUp();
  await signInBound(harness);
  await harness.clock.advance(HOUR_MS / 2);
  vi.spyOn(harness.indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  expect(await harness.session.refresh()).toBe(false);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

test('a proof that the server never takes is no refusal', async () => {
  const harness = setUp();
  await signInBound(harness);
  harness.server.answerAlways(REFRESH, () => {
    const answer = refuse(428, 'proof_needed', 'Prove the key');
    answer.headers.set(HEADERS.deviceKey, 'prove');
    return answer;
  });
  expect(await harness.session.refresh()).toBe(false);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

test.each([
  ['refuses it', () => refuse(403, 'forbidden', 'No')],
  ['is out of reach', () => Promise.reject(new TypeError('Failed to fetch'))],
])('a session goes on without a key where the registration %s, and is asked again', async (_what, answer) => {
  const harness = setUp();
  harness.server.answerNext(REGISTER, answer);
  await signInBound(harness);
  expect(await harness.session.refresh()).toBe(true);
  await vi.waitUntil(() => harness.server.count(REGISTER) === 2, { timeout: 10_000 });
  expect(await harness.session.refresh()).toBe(true);
});

const refuseToStore = (name: string) => {
  const factory = new IDBFactory();
  vi.spyOn(factory, 'open').mockImplementation(() => {
    throw new DOMException('Refused', name);
  });
  return factory;
};

test.each([
  ['without IndexedDB', () => null],
  ['where the browser refuses IndexedDB, as in some private modes', () => refuseToStore('SecurityError')],
])('%s a session has no key, and goes on as before', async (_where, choose) => {
  const harness = setUp({ indexedDB: choose() });
  await harness.session.login(ada);
  expect(await harness.session.refresh()).toBe(true);
  expect(await harness.session.refresh()).toBe(true);
  expect(proofs(harness)).toEqual([null, null]);
});

test('where the browser stores no keys a session has none, and goes on as before', async () => {
  const logged = vi.fn();
  const harness = setUp({ log: { log: logged, logApiCall: () => {} } });
  vi.spyOn(crypto.subtle, 'generateKey').mockResolvedValueOnce({ privateKey: () => {} } as never);
  await harness.session.login(ada);
  await vi.waitUntil(() => notRegistered(logged));
  expect(harness.server.count(REGISTER)).toBe(0);
  expect(await harness.session.refresh()).toBe(true);
});

test('where the browser forgets the key at once a session has none, and the log says why', async () => {
  const logged = vi.fn();
  const harness = setUp({ log: { log: logged, logApiCall: () => {} } });
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    return String(key).startsWith('device-key') ? this.get('nothing') : put.call(this, value, key);
  });
  await harness.session.login(ada);
  const line = await vi.waitUntil(() => notRegistered(logged));
  spy.mockRestore();
  expect(line).toEqual({
    ...{ name: 'device-key-not-registered', level: 'info', category: 'auth', module: 'auth' },
    properties: { error: 'Error: The browser does not keep the key' },
  });
  expect(harness.server.count(REGISTER)).toBe(0);
});

test('a key’s storage that hangs is no refusal: after three seconds the refresh gives up, and the session stays', async () => {
  const harness = setUp();
  await signInBound(harness);
  // The connection of the record is open already.
  const asked = vi.spyOn(harness.indexedDB, 'open').mockImplementation(() => ({}) as never);
  const refreshed = harness.session.refresh();
  await vi.waitUntil(() => asked.mock.calls.length > 0);
  await harness.clock.advance(3_000);
  expect(await refreshed).toBe(false);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
  expect(harness.server.count(REFRESH)).toBe(0);
});

/** `fetch` as a build of before has it: it neither sends nor reads what is ours. */
const withoutOurHeaders =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const isOurs = (name: string) => name.startsWith('scantix');
    const request = new Headers(init?.headers);
    for (const name of [...request.keys()].filter(isOurs)) request.delete(name);
    const answer = await fetch(input, { ...init, headers: request });
    for (const name of [...answer.headers.keys()].filter(isOurs)) answer.headers.delete(name);
    return answer;
  };

test('a tab of a build without proofs, beside one with them, signs nobody out and takes its tokens', async () => {
  const harness = setUp();
  await signInBound(harness);
  const old = harness.openTab({ fetch: withoutOurHeaders(harness.server.fetch) });
  await old.start();
  expect(await old.refresh()).toBe(false);
  expect(old.getSnapshot().status).toBe('signed-in');
  expect(await harness.session.refresh()).toBe(true);
  expect(await old.getAccessToken()).toBe(await harness.session.getAccessToken());
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

test('two tabs that refresh at once prove one refresh, and stay signed in', async () => {
  const harness = setUp();
  await signInBound(harness);
  const other = harness.openTab();
  await other.start();
  expect(await Promise.all([harness.session.refresh(), other.refresh()])).toEqual([true, true]);
  expect(proofs(harness)).toHaveLength(1);
});

test('two tabs that sign in at once make one key', async () => {
  const harness = setUp();
  const other = harness.openTab();
  await Promise.all([harness.session.login(ada), other.login({ clerk: 'bob', password: 'secret' })]);
  await vi.waitUntil(() => harness.server.count(REGISTER) === 2, { timeout: 10_000 });
  const keys = harness.server.requests.filter(({ path }) => path === REGISTER).map(({ body }) => body);
  expect(keys[0]).toMatchObject({ key: (keys[1] as { key: object }).key });
  expect(await Promise.all([harness.session.refresh(), other.refresh()])).toEqual([true, true]);
});

test('a refresh that began before another tab had made the key proves it after all', async () => {
  const harness = setUp();
  const generateKey = crypto.subtle.generateKey.bind(crypto.subtle);
  const gate = Promise.withResolvers<void>();
  vi.spyOn(crypto.subtle, 'generateKey').mockImplementationOnce(async (...call: unknown[]) => {
    await gate.promise;
    return generateKey(...(call as Parameters<typeof generateKey>)) as never;
  });
  await harness.session.login(ada);
  const other = harness.openTab();
  await other.start();
  harness.server.answerNext(REFRESH, async () => {
    gate.resolve();
    await vi.waitUntil(() => harness.server.count(REGISTER) === 1, { timeout: 10_000 });
    const answer = refuse(428, 'proof_needed', 'Prove the key');
    answer.headers.set(HEADERS.deviceKey, 'prove');
    return answer;
  });
  expect(await other.refresh()).toBe(true);
  expect(proofs(harness)).toEqual([null, expect.any(String)]);
});

test('a sign-out while a refresh is proven leaves nothing, and the refresh stores nothing', async () => {
  const harness = setUp();
  await signInBound(harness);
  const sign = crypto.subtle.sign.bind(crypto.subtle);
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  vi.spyOn(crypto.subtle, 'sign').mockImplementationOnce(async (...call) => {
    reached.resolve();
    await gate.promise;
    return sign(...call);
  });
  const refreshed = harness.session.refresh();
  await reached.promise;
  const signedOut = harness.session.logout();
  gate.resolve();
  expect(await refreshed).toBe(false);
  await signedOut;
  expect(harness.session.getSnapshot().status).toBe('signed-out');
  expect(harness.storage.entries.size).toBe(0);
  expect(harness.server.count(REFRESH)).toBe(0);
});

test('a server that gives handles and takes no keys gets no proof, and its handle back', async () => {
  const harness = setUp();
  await signInBound(harness);
  await harness.session.logout();
  const elsewhere = harness.openTab({
    async fetch(...call) {
      const answer = await harness.server.fetch(...call);
      answer.headers.delete(HEADERS.deviceKey);
      return answer;
    },
  });
  await elsewhere.login(ada);
  expect(await elsewhere.refresh()).toBe(true);
  expect(proofs(harness)).toEqual([null]);
  harness.server.answerNext('/v0/auth/logout', () => Promise.reject(new TypeError('Failed to fetch')));
  await elsewhere.logout();
  await vi.waitUntil(() => harness.server.count(DELIVER.path) === 1, { timeout: 10_000 });
});

test('a wipe deletes the key with its database, and the next session has another', async () => {
  const harness = setUp();
  await signInBound(harness);
  await harness.session.logout();
  await new Promise((resolve) => {
    harness.indexedDB.deleteDatabase('scantix-auth-session').onsuccess = resolve;
  });
  await signInBound(harness);
  const [first, second] = harness.server.requests.filter(({ path }) => path === REGISTER).map(({ body }) => body);
  expect(first).not.toMatchObject({ key: (second as { key: object }).key });
  expect(await harness.session.refresh()).toBe(true);
});

test('the calls are those of the contract', () => {
  expect(registerDeviceKey).toMatchObject(REGISTER_CALL);
  expect(deliverRevocations).toMatchObject(DELIVER);
  expect(refresh).toMatchObject(REFRESH_CALL);
});

test('the private key cannot be read out of the browser', async () => {
  const generateKey = vi.spyOn(crypto.subtle, 'generateKey');
  await signInBound(setUp());
  expect(generateKey).toHaveBeenCalledWith(expect.anything(), false, ['sign']);
});
