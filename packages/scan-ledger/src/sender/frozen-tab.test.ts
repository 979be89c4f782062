import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createBatchSender } from './create-batch-sender.ts';
import { LEASE_MS } from './create-delivery.ts';
import { createLeaseLock } from './create-lease-lock.ts';

/** Another tab holds the lock for good, and has leased scans until this time: milliseconds from now. */
function setUp(leftMs: number | null) {
  const clock = createFakeClock();
  const steals: boolean[] = [];
  const locks = {
    request: (_name: string, { steal = false, signal }: LockOptions, callback: () => Promise<unknown>) => {
      steals.push(steal);
      return steal
        ? callback()
        : new Promise((_, reject) => {
            signal?.addEventListener('abort', () => reject(signal.reason));
          });
    },
  } as unknown as LockManager;
  const send = createBatchSender({
    ...{ clock, locks, lockName: 'outbox', holder: 'this page', random: () => 1, isHeld: () => false },
    leaseLock: createLeaseLock({ locks: null, lockName: 'outbox', holder: 'this page' }),
    store: {
      waiting: async () => [],
      lease: async () => [],
      release: async () => {},
      leasedUntil: async () => (leftMs === null ? null : clock.now() + leftMs),
    },
    deliver: () => Promise.reject(new Error('There is nothing to send')),
    transport: { send: () => Promise.reject(), undo: () => Promise.reject() },
  });
  const stopping = new AbortController();
  const sending = send('north', { signal: stopping.signal, onRead() {}, isAsked: false });
  return { clock, steals, sending, stopping };
}

test.each([
  ['leased nothing', null],
  ['whose lease has ended', 0],
  ['with a lease longer than any: the clock was set back', LEASE_MS + 1],
])('a tab that holds the lock for 5 s, and has %s, loses it', async (_which, leftMs) => {
  const { clock, steals, sending } = setUp(leftMs);
  clock.advance(4_999);
  expect(steals).toEqual([false]);
  clock.advance(1);
  expect(await sending).toEqual({ kind: 'empty', dueAt: null });
  expect(steals).toEqual([false, true]);
});

test.each([1, LEASE_MS])('a tab with a lease of %d ms keeps the lock', async (leftMs) => {
  const { clock, steals, sending, stopping } = setUp(leftMs);
  clock.advance(5_000);
  await vi.waitFor(() => expect(steals).toEqual([false, false]));
  stopping.abort();
  await expect(sending).rejects.toThrow();
});
