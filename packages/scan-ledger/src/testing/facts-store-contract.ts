import { expectEqual } from '@scantix/runtime-utils/testing';
import type { FactsStore } from '../ports/facts-store.ts';

/** A kind of storage of facts under test. */
export interface FactsStoreHarness {
  /** Creates empty storage and returns how a tab opens it. */
  createStorage(): () => FactsStore;
}

const count = (known: unknown) => ((known as number | undefined) ?? 0) + 1;

const CHECKS: readonly { title: string; run: (open: () => FactsStore) => Promise<void> }[] = [
  {
    title: 'a fact is there for the next page; another key has none',
    async run(open) {
      const store = open();
      expectEqual(await store.change('place', () => ({ of: 'north' })), { of: 'north' });
      store.close();
      const next = open();
      expectEqual([await next.read('place'), await next.read('other')], [{ of: 'north' }, undefined]);
      next.close();
    },
  },
  {
    title: 'two tabs that change a fact at once lose no change',
    async run(open) {
      const tabs = [open(), open()];
      await Promise.all(Array.from({ length: 10 }, (_, index) => tabs[index % 2]?.change('count', count)));
      expectEqual(await tabs[0]?.read('count'), 10);
      for (const tab of tabs) tab.close();
    },
  },
  {
    title: 'a change to nothing leaves the fact as it is, and a change that throws too',
    async run(open) {
      const store = open();
      await store.change('count', count);
      expectEqual(await store.change('count', () => undefined), 1);
      const failed = await store
        .change('count', () => {
          throw new Error('no');
        })
        .then(
          () => false,
          () => true,
        );
      expectEqual([failed, await store.read('count')], [true, 1]);
      store.close();
    },
  },
];

/** Lists the guarantees of a FactsStore, as named checks for any test runner. A check that fails rejects. */
export function factsStoreContract({
  createStorage,
}: FactsStoreHarness): { title: string; run: () => Promise<void> }[] {
  return CHECKS.map(({ title, run }) => ({ title, run: () => run(createStorage()) }));
}
