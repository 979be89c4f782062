import { deliverRevocations, HEADERS, refresh, registerDeviceKey } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { DELIVER, REFRESH as REFRESH_CALL, REGISTER as REGISTER_CALL } from './device-key.ts';
import {
  ada,
  createDeviceKeyHarness,
  notRegistered,
  proofs,
  REFRESH,
  REGISTER,
  signInBound,
} from './testing/device-key-under-test.ts';
import { createFakeClock, refuse } from './testing/index.ts';

test('a session is bound to the key of its device after the sign-in, and refreshed with one proof each', async () => {
  const harness = createDeviceKeyHarness();
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
  const harness = createDeviceKeyHarness({ log: { log: logged, logApiCall: () => {} } });
  await harness.session.login(ada);
  await harness.session.logout();
  await vi.waitUntil(() => notRegistered(logged));
  expect(harness.server.requests.map(({ path }) => path)).toEqual(['/v0/auth/login', '/v0/auth/logout']);
});

test('a server of another maker sees no header of ours and no further call', async () => {
  const harness = createDeviceKeyHarness({ server: { deviceKeys: false } });
  await harness.session.login(ada);
  expect(await harness.session.refresh()).toBe(true);
  await harness.session.logout();
  await harness.session.start();
  const names = harness.server.requests.flatMap(({ headers }) => [...headers.keys()]);
  expect(names.filter((name) => name.startsWith('scantix'))).toEqual([]);
  expect(harness.server.requests.map(({ path }) => path)).toEqual(['/v0/auth/login', REFRESH, '/v0/auth/logout']);
});

test('another server under the next configuration gets no proof', async () => {
  const harness = createDeviceKeyHarness();
  await signInBound(harness);
  const elsewhere = harness.openTab({ baseUrl: 'http://elsewhere.test' });
  harness.server.answerNext(REFRESH, () => refuse(503, 'unavailable', 'Busy'));
  await elsewhere.refresh();
  expect(proofs(harness)).toEqual([null]);
});

test.each([-86_400_000, 86_400_000])('a clock that is set by %d ms does not end the session', async (ms) => {
  const harness = createDeviceKeyHarness({ server: { clock: createFakeClock() } });
  await signInBound(harness);
  harness.clock.jump(ms);
  expect(await harness.session.refresh()).toBe(true);
  expect(harness.session.getSnapshot().status).toBe('signed-in');
});

test('a device whose clock was always wrong by a day proves by the server’s time at once', async () => {
  const harness = createDeviceKeyHarness({ server: { clockAheadMs: 86_400_000 } });
  await signInBound(harness);
  expect(await harness.session.refresh()).toBe(true);
  expect(harness.server.count(REFRESH)).toBe(1);
});

test('a proof that the server never takes is no refusal', async () => {
  const harness = createDeviceKeyHarness();
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
  const harness = createDeviceKeyHarness();
  harness.server.answerNext(REGISTER, answer);
  await signInBound(harness);
  expect(await harness.session.refresh()).toBe(true);
  await vi.waitUntil(() => harness.server.count(REGISTER) === 2, { timeout: 10_000 });
  expect(await harness.session.refresh()).toBe(true);
});

test('a sign-out while a refresh is proven leaves nothing, and the refresh stores nothing', async () => {
  const harness = createDeviceKeyHarness();
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
  const harness = createDeviceKeyHarness();
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
  const harness = createDeviceKeyHarness();
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
  await signInBound(createDeviceKeyHarness());
  expect(generateKey).toHaveBeenCalledWith(expect.anything(), false, ['sign']);
});
