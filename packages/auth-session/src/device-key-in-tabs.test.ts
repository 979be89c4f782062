import { HEADERS } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import {
  ada,
  createDeviceKeyHarness,
  proofs,
  REFRESH,
  REGISTER,
  signInBound,
} from './testing/device-key-under-test.ts';
import { refuse } from './testing/index.ts';

test('two tabs share the key, and a page that starts later has it', async () => {
  const harness = createDeviceKeyHarness();
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
  const harness = createDeviceKeyHarness();
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
  const harness = createDeviceKeyHarness();
  await signInBound(harness);
  const other = harness.openTab();
  await other.start();
  expect(await Promise.all([harness.session.refresh(), other.refresh()])).toEqual([true, true]);
  expect(proofs(harness)).toHaveLength(1);
});

test('two tabs that sign in at once make one key', async () => {
  const harness = createDeviceKeyHarness();
  const other = harness.openTab();
  await Promise.all([harness.session.login(ada), other.login({ clerk: 'bob', password: 'secret' })]);
  await vi.waitUntil(() => harness.server.count(REGISTER) === 2, { timeout: 10_000 });
  const keys = harness.server.requests.filter(({ path }) => path === REGISTER).map(({ body }) => body);
  expect(keys[0]).toMatchObject({ key: (keys[1] as { key: object }).key });
  expect(await Promise.all([harness.session.refresh(), other.refresh()])).toEqual([true, true]);
});

test('a refresh that began before another tab had made the key proves it after all', async () => {
  const harness = createDeviceKeyHarness();
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
