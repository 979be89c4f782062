import { expect, test } from 'vitest';
import { createLeaseLock, type LeaseLock } from './create-lease-lock.ts';

const { locks } = navigator;
/** Two pages whose lock no earlier run has left held. */
function openPages() {
  const lockName = crypto.randomUUID();
  return ['one', 'two'].map((holder) => createLeaseLock({ locks, lockName, holder })) as [LeaseLock, LeaseLock];
}

test('a page has ended for others unless it works under a lease', async () => {
  const [one, two] = openPages();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const works = [one.hold(() => first.promise), one.hold(() => second.promise)];
  expect((await two.ended())('one')).toBe(false);
  first.resolve();
  await works[0];
  expect((await two.ended())('one')).toBe(false);
  second.resolve();
  await works[1];
  await expect.poll(async () => (await two.ended())('one')).toBe(true);
  expect((await two.ended())('a page of long ago')).toBe(true);
  const again = Promise.withResolvers<string>();
  const work = one.hold(() => again.promise);
  expect((await two.ended())('one')).toBe(false);
  again.resolve('done');
  expect(await work).toBe('done');
});

test('work that fails gives the lock back', async () => {
  const [one, two] = openPages();
  await expect(one.hold(() => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
  await expect.poll(async () => (await two.ended())('one')).toBe(true);
});

test('without locks, and where the browser refuses them, nobody has ended', async () => {
  const refuse = () => Promise.reject(new Error('insecure'));
  const refusing = { request: refuse, query: refuse } as unknown as LockManager;
  for (const none of [null, refusing]) {
    const lock = createLeaseLock({ locks: none, lockName: 'none', holder: 'one' });
    expect(await lock.hold(async () => 'done')).toBe('done');
    expect((await lock.ended())('two')).toBe(false);
  }
});
