import { beginRotation, continueRotation, endRotation } from '../rotation-record.ts';
import type { RotationStore } from '../rotation-store.ts';
import type { TokenPair } from '../token-pair.ts';

/** One promise that every rotation store keeps; `run` throws when it is broken. */
export interface RotationStorePromise {
  readonly title: string;
  run(open: () => RotationStore): Promise<void>;
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

function same(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`Expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

/** What an adapter of the rotation record must do. `open` gives a connection to the same, empty store each time. */
export const rotationStoreContract: readonly RotationStorePromise[] = [
  {
    title: 'an empty store has no record',
    run: async (open) => same(await open().read(), null),
  },
  {
    title: 'what one connection wrote another reads',
    async run(open) {
      await open().update(() => first);
      same(await open().read(), first);
    },
  },
  {
    title: 'a record is replaced only from the state that was expected',
    async run(open) {
      const store = open();
      same(await store.replace(null, first), true);
      same(await store.replace(null, second), false);
      same(await store.read(), first);
      same(await store.replace(first, second), true);
      same(await store.replace(first, first), false);
      same(await store.read(), second);
    },
  },
  {
    title: 'of many that replace the same state at once one succeeds',
    async run(open) {
      await open().update(() => first);
      const results = await Promise.all(Array.from({ length: 8 }, () => open().replace(first, second)));
      same(results.filter(Boolean).length, 1);
    },
  },
  {
    title: 'an ended rotation is not replaced by a late one',
    async run(open) {
      const store = open();
      await store.update(() => first);
      await store.update((record) => record && endRotation(record));
      same(await store.replace(first, second), false);
      same(await store.read(), { current: null, currentHash: null, replaced: ['hash-1'] });
    },
  },
  {
    title: 'null removes the record',
    async run(open) {
      const store = open();
      await store.update(() => second);
      await store.update(() => null);
      same(await store.read(), null);
    },
  },
];
