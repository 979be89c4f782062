import type { FactsStore } from '../ports/facts-store.ts';

/** Creates a store of facts in memory. */
export function createMemoryFactsStore(): FactsStore {
  const facts = new Map<string, unknown>();
  return {
    read: async (key) => facts.get(key),
    async change(key, change) {
      const next = change(facts.get(key));
      if (next !== undefined) facts.set(key, next);
      return facts.get(key);
    },
    close() {},
  };
}
