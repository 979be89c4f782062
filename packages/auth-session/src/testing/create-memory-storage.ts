import type { KeyValueStorage } from '../index.ts';

/** A storage whose contents a test reads and whose failures it sets. */
export interface MemoryStorage extends KeyValueStorage {
  readonly entries: Map<string, string>;
  /** Makes writes of these keys (all of them when none is named) throw `error`; undefined ends it. */
  refuse(error: Error | undefined, ...keys: string[]): void;
}

/** A `Storage` in memory. */
export function createMemoryStorage(initial: Readonly<Record<string, string>> = {}): MemoryStorage {
  const entries = new Map(Object.entries(initial));
  let refusal: Error | undefined;
  let refusedKeys: string[] = [];
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem(key, value) {
      if (refusal && (refusedKeys.length === 0 || refusedKeys.includes(key))) throw refusal;
      entries.set(key, value);
    },
    removeItem(key) {
      entries.delete(key);
    },
    refuse(error, ...keys) {
      refusal = error;
      refusedKeys = keys;
    },
  };
}
