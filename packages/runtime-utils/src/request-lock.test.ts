import { expect, test, vi } from 'vitest';
import { type Locks, requestLock } from './request-lock.ts';
import { createManualClock } from './testing/index.ts';

const free: Locks = { request: (_name, _options, callback) => callback() };

/** Held by another tab for good: only an abort ends the wait. */
const heldElsewhere: Locks = {
  request: (_name, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
};

const setUp = (locks: Locks | null, signal?: AbortSignal) => {
  const clock = createManualClock();
  return { clock, request: { locks, name: 'outbox', timeoutMs: 1_000, clock, ...(signal && { signal }) } };
};

test('the task runs under the lock and its value is returned', async () => {
  const { clock, request } = setUp(free);
  expect(await requestLock(request, async () => 7)).toEqual({ kind: 'granted', value: 7 });
  expect(clock.countTimers()).toBe(0);
});

test('a lock that is not granted in time is reported, and the task does not begin', async () => {
  const { clock, request } = setUp(heldElsewhere);
  const task = vi.fn(async () => 7);
  const outcome = requestLock(request, task);
  clock.advance(1_000);
  expect(await outcome).toEqual({ kind: 'timed-out' });
  expect(task).not.toHaveBeenCalled();
});

test('where there are no locks the outcome says so', async () => {
  expect(await requestLock(setUp(null).request, async () => 7)).toEqual({ kind: 'unavailable' });
});

test('a request that fails is unavailable, with its cause', async () => {
  const cause = new DOMException('not here', 'SecurityError');
  const { clock, request } = setUp({ request: () => Promise.reject(cause) });
  expect(await requestLock(request, async () => 7)).toEqual({ kind: 'unavailable', cause });
  expect(clock.countTimers()).toBe(0);
});

test('an error of the task is thrown', async () => {
  const failing = requestLock(setUp(free).request, () => Promise.reject(new Error('out of paper')));
  await expect(failing).rejects.toThrow('out of paper');
});

test('a task whose lock is stolen runs to its end', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const stolen: Locks = {
    request: (_name, _options, callback) => {
      void callback();
      return Promise.reject(new DOMException('stolen', 'AbortError'));
    },
  };
  const outcome = requestLock(setUp(stolen).request, () => promise);
  resolve(7);
  expect(await outcome).toEqual({ kind: 'granted', value: 7 });
});

test('the signal of the caller ends the wait with its reason', async () => {
  const caller = new AbortController();
  const { clock, request } = setUp(heldElsewhere, caller.signal);
  const outcome = requestLock(request, async () => 7);
  caller.abort(new Error('stopped'));
  await expect(outcome).rejects.toThrow('stopped');
  expect(clock.countTimers()).toBe(0);
});

test('a task that has begun is not ended by the time limit', async () => {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { clock, request } = setUp(free);
  const outcome = requestLock(request, () => promise);
  clock.advance(10_000);
  resolve(7);
  expect(await outcome).toEqual({ kind: 'granted', value: 7 });
});
