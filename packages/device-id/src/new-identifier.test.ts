import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import type { IdentifierStore } from './identifier-store.ts';
import { createIndexedDbIdentityRecordStore } from './identity-record.ts';
import { createMemoryIdentityRecordStore } from './memory-identity-record.ts';
import { createNewIdentifier } from './new-identifier.ts';

test('what has been spent of the time limit counts, and the time in which the code loaded does not', async () => {
  const generate = vi.fn(async () => ({ deviceId: 'a.1', createdAt: 6_000, metadata: null }));
  const locked = vi.fn(async (_timeoutMs: number, work: () => Promise<unknown>) => work());
  const identifier = createNewIdentifier({
    store: { read: () => null, write() {}, clear() {} },
    records: createMemoryIdentityRecordStore(),
    generate,
    locked: locked as <T>(timeoutMs: number, work: () => Promise<T>) => Promise<T>,
    now: () => 6_000,
    timeoutMs: 2_000,
  });
  // Half a second until the paint, then four and a half until the code was there.
  await identifier.find(1_000, 500);
  expect(locked).toHaveBeenCalledExactlyOnceWith(1_500, expect.any(Function));
  expect(generate).toHaveBeenCalledExactlyOnceWith(1_500);
});

test('a clock that is set back during the wait for other tabs does not lengthen the limit', async () => {
  let now = 10_000;
  const generate = vi.fn(async () => ({ deviceId: 'a.1', createdAt: now, metadata: null }));
  const identifier = createNewIdentifier({
    store: createStore(),
    records: createMemoryIdentityRecordStore(),
    generate,
    locked: (_timeoutMs, work) => {
      now -= 3_600_000;
      return work();
    },
    now: () => now,
    timeoutMs: 2_000,
  });
  await identifier.find(now, 0);
  expect(generate).toHaveBeenCalledExactlyOnceWith(2_000);
});

function createStore(): IdentifierStore {
  let stored: string | null = null;
  return {
    read: () => stored,
    write(deviceId) {
      stored = deviceId;
    },
    clear() {
      stored = null;
    },
  };
}

/** A tab that no longer waits for the lock, as every tab after the time limit. Resolve `generated` with its identifier. */
function openTab(shared: Partial<Parameters<typeof createNewIdentifier>[0]>) {
  const generated = Promise.withResolvers<string>();
  const store = createStore();
  const identifier = createNewIdentifier({
    store,
    records: createMemoryIdentityRecordStore(),
    generate: async () => ({ deviceId: await generated.promise, createdAt: 1_000, metadata: null }),
    locked: (_timeoutMs, work) => work(),
    now: () => 1_000,
    timeoutMs: 2_000,
    ...shared,
  });
  return { found: identifier.find(1_000, 0), reset: identifier.reset, generate: generated.resolve, stored: store.read };
}

test.each([
  ['local storage late', { records: createIndexedDbIdentityRecordStore(new IDBFactory()) }],
  ['no database', { store: createStore() }],
])('tabs that no longer wait for each other agree on what was stored first, also with %s', async (_what, shared) => {
  const [holder, waiter] = [openTab(shared), openTab(shared)];
  waiter.generate('waiter.1');
  expect(await waiter.found).toBe('waiter.1');
  holder.generate('holder.1');
  expect(await holder.found).toBe('waiter.1');
});

test('tabs that have made an identifier at the same moment agree', async () => {
  const shared = { records: createIndexedDbIdentityRecordStore(new IDBFactory()) };
  const tabs = Array.from({ length: 3 }, () => openTab(shared));
  for (const [index, tab] of tabs.entries()) tab.generate(`tab.${index}`);
  const found = await Promise.all(tabs.map((tab) => tab.found));
  expect(new Set(found).size).toBe(1);
  expect(tabs.map((tab) => tab.stored())).toEqual(found);
  expect((await shared.records.read())?.deviceId).toBe(found[0]);
});

test('a reset replaces what another tab has just stored', async () => {
  const shared = { records: createIndexedDbIdentityRecordStore(new IDBFactory()), store: createStore() };
  const first = openTab(shared);
  first.generate('first.1');
  await first.found;
  const second = openTab(shared);
  second.generate('second.1');
  expect(await second.found).toBe('first.1');
  expect(await second.reset()).toBe('second.1');
  expect((await shared.records.read())?.deviceId).toBe('second.1');
});
