import { expectEqual } from '@scantix/runtime-utils/testing';
import type { SessionLocks } from '../session-lock.ts';

/** Locks under test. */
export interface SessionLocksHarness {
  createLocks(): SessionLocks;
}

/** A turn of the lock that ends when it is told to. */
function holdLock(locks: SessionLocks, name: string) {
  const granted = Promise.withResolvers<void>();
  const released = Promise.withResolvers<string>();
  const held = locks.request(name, {}, () => {
    granted.resolve();
    return released.promise;
  });
  return { granted: granted.promise, release: released.resolve, fail: released.reject, held };
}

const SCENARIOS: readonly { title: string; run(locks: SessionLocks, name: string): Promise<void> }[] = [
  {
    title: 'the answer of the work is the answer of the request',
    run: async (locks, name) => expectEqual(await locks.request(name, {}, async () => 'done'), 'done'),
  },
  {
    title: 'one at a time, in the order of asking',
    async run(locks, name) {
      const steps: string[] = [];
      const first = holdLock(locks, name);
      const others = ['second', 'third'].map((step) => locks.request(name, {}, async () => steps.push(step)));
      await first.granted;
      steps.push('first');
      first.release('');
      await Promise.all(others);
      expectEqual(steps, ['first', 'second', 'third']);
    },
  },
  {
    title: 'another name is another lock',
    async run(locks, name) {
      const first = holdLock(locks, name);
      await first.granted;
      expectEqual(await locks.request(`${name}-other`, {}, async () => 'meanwhile'), 'meanwhile');
      first.release('');
      await first.held;
    },
  },
  {
    title: 'work that fails gives the lock on, and its error back',
    async run(locks, name) {
      const first = holdLock(locks, name);
      const next = locks.request(name, {}, async () => 'next');
      await first.granted;
      first.fail(new Error('broken on purpose'));
      expectEqual(await first.held.catch((error: Error) => error.message), 'broken on purpose');
      expectEqual(await next, 'next');
    },
  },
  {
    title: 'who gives up waiting is let go at once, runs nothing, and lets nobody in before the holder has finished',
    async run(locks, name) {
      const steps: string[] = [];
      const first = holdLock(locks, name);
      await first.granted;
      const waiting = new AbortController();
      const second = locks.request(name, { signal: waiting.signal }, async () => steps.push('second'));
      const third = locks.request(name, {}, async () => steps.push('third'));
      waiting.abort(new Error('too long'));
      expectEqual(await second.catch((error: Error) => error.message), 'too long');
      steps.push('first');
      first.release('');
      await third;
      expectEqual(steps, ['first', 'third']);
    },
  },
];

/**
 * What the session relies on in locks, as named checks for any test runner.
 *
 * @example
 * for (const { title, run } of sessionLocksContract({ createLocks: () => navigator.locks })) test(title, run);
 */
export function sessionLocksContract({
  createLocks,
}: SessionLocksHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: () => run(createLocks(), `contract-${title}`) }));
}
