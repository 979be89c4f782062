import { expectEqual } from '@scantix/runtime-utils/testing';
import { beginRotation, continueRotation, endRotation, type RotationRecord } from '../rotation-record.ts';
import type { RotationStore } from '../rotation-store.ts';
import type { TokenPair } from '../token-pair.ts';

export type { RotationStore };

/** A kind of storage under test. */
export interface RotationStoreHarness {
  /** Makes new, empty storage and returns how a tab opens it. */
  createStorage(): Promise<() => RotationStore> | (() => RotationStore);
}

function makePair(name: string): TokenPair {
  return {
    accessToken: `a-${name}`,
    expiresAt: 1,
    refreshToken: `r-${name}`,
    refreshExpiresAt: 2,
    clockOffsetMs: null,
  };
}

const first = beginRotation(makePair('1'), 'hash-1');
const second = continueRotation(first, 'hash-1', makePair('2'), 'hash-2');

const SCENARIOS: readonly { title: string; run(open: () => RotationStore): Promise<void> }[] = [
  {
    title: 'an empty store has no record',
    run: async (open) => expectEqual(await open().read(), null),
  },
  {
    title: 'what one connection wrote another reads',
    async run(open) {
      await open().update(() => first);
      expectEqual(await open().read(), first);
    },
  },
  {
    title: 'a record is replaced only from the state that was expected',
    async run(open) {
      const store = open();
      expectEqual(await store.replace(null, () => first), true);
      expectEqual(await store.replace(null, () => second), false);
      expectEqual(await store.read(), first);
      expectEqual(await store.replace(first, () => second), true);
      expectEqual(await store.replace(first, () => first), false);
      expectEqual(await store.read(), second);
    },
  },
  {
    title: 'of many that replace the same state at once one succeeds',
    async run(open) {
      await open().update(() => first);
      const results = await Promise.all(Array.from({ length: 8 }, () => open().replace(first, () => second)));
      expectEqual(results.filter(Boolean).length, 1);
    },
  },
  {
    title: 'what replaces a record is made of the record as it is then',
    async run(open) {
      const store = open();
      const revocations = [{ server: 's', handle: 'h', endsAt: 1 }];
      await store.update(() => ({ ...first, revocations }));
      const next = (record: RotationRecord | null) => continueRotation(record, 'hash-1', makePair('2'), 'hash-2');
      expectEqual(await store.replace(first, next), true);
      expectEqual((await store.read())?.revocations, revocations);
    },
  },
  {
    title: 'an ended rotation is not replaced by a late one',
    async run(open) {
      const store = open();
      await store.update(() => first);
      await store.update((record) => record && endRotation(record));
      expectEqual(await store.replace(first, () => second), false);
      expectEqual(await store.read(), { current: null, currentHash: null, replaced: ['hash-1'] });
    },
  },
  {
    title: 'null removes the record',
    async run(open) {
      const store = open();
      await store.update(() => second);
      await store.update(() => null);
      expectEqual(await store.read(), null);
    },
  },
];

/**
 * What the session relies on in the storage of its rotation record, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of rotationStoreContract({ createStorage })) test(title, run);
 */
export function rotationStoreContract({
  createStorage,
}: RotationStoreHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({ title, run: async () => run(await createStorage()) }));
}
