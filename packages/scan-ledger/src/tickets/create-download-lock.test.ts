import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createDownloadLock } from './create-download-lock.ts';

const MINUTE_MS = 60_000;

/** A lock that another tab holds while `isHeld`. */
function setUp() {
  const clock = createFakeClock();
  const other = { isHeld: true };
  const request = vi.fn((_name: string, _options: LockOptions, callback: (lock: Lock | null) => unknown) =>
    Promise.resolve(callback(other.isHeld ? null : ({} as Lock))),
  );
  const locks = { request } as unknown as LockManager;
  const download = createDownloadLock({ locks, lockName: 'ledger', clock, stalledAfterMs: 2 * MINUTE_MS });
  return {
    clock,
    other,
    request,
    tryAt: (progress: string | null) =>
      download(
        () => progress,
        async () => 'fresh',
      ),
  };
}

test('one tab at a time downloads: the others do not wait for the lock', async () => {
  const { other, request, tryAt } = setUp();
  expect(await tryAt('page 1')).toBeNull();
  other.isHeld = false;
  expect(await tryAt('page 1')).toBe('fresh');
  expect(request.mock.calls.map(([name, options]) => [name, options])).toEqual(
    Array(2).fill(['ledger-tickets', { ifAvailable: true }]),
  );
});

test('a tab that holds the lock without progress for two minutes has stalled: this one downloads, once', async () => {
  const { clock, tryAt } = setUp();
  await tryAt(null);
  clock.advance(2 * MINUTE_MS - 1);
  expect(await tryAt(null)).toBeNull();
  clock.advance(1);
  expect(await tryAt(null)).toBe('fresh');
  expect(await tryAt(null)).toBeNull();
  clock.advance(2 * MINUTE_MS);
  expect(await tryAt(null)).toBe('fresh');
});

test('a tab that makes progress has not stalled, however long it takes', async () => {
  const { clock, tryAt } = setUp();
  for (const page of ['page 1', 'page 2', 'page 3']) {
    expect(await tryAt(page)).toBeNull();
    clock.advance(2 * MINUTE_MS - 1);
    expect(await tryAt(page)).toBeNull();
    clock.advance(1);
  }
});

test('a clock that somebody sets ahead makes no tab a stalled one, and set back it saves none', async () => {
  const { clock, tryAt } = setUp();
  await tryAt(null);
  clock.set(clock.now() + 60 * MINUTE_MS);
  expect(await tryAt(null)).toBeNull();
  clock.set(clock.now() - 120 * MINUTE_MS);
  clock.advance(2 * MINUTE_MS);
  expect(await tryAt(null)).toBe('fresh');
});

test('without Web Locks every tab downloads', async () => {
  const lock = createDownloadLock({ locks: null, lockName: 'ledger', clock: createFakeClock(), stalledAfterMs: 0 });
  expect(
    await lock(
      () => null,
      async () => 'fresh',
    ),
  ).toBe('fresh');
});
