import { expectEqual } from '@scantix/runtime-utils/testing';
import type { SessionLocks } from '../session-lock.ts';

/** Locks under test. */
export interface SessionLocksHarness {
  createLocks(): SessionLocks;
}

/** Requests the lock and holds it until `release` or `fail`. */
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
    title: 'the request resolves to the result of the work',
    run: async (locks, name) => expectEqual(await locks.request(name, {}, async () => 'done'), 'done'),
  },
  {
    title: 'one at a time, in the order of the requests',
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
    title: 'work that fails releases the lock and rejects the request',
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
    title:
      'a wait that is aborted ends at once, runs nothing, and grants nothing to others before the holder has finished',
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
 * What the session relies on in locks, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of sessionLocksContract({ createLocks: () => navigator.locks })) test(title, run);
 */
export function sessionLocksContract({
  createLocks,
}: SessionLocksHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: () => run(createLocks(), `contract-${title}`) }));
}
