import type { NoteStorage } from '../options.ts';

/** Creates local storage in memory, as the ledger asks for it. */
export function createMemoryNote(): () => NoteStorage {
  const items = new Map<string, string>();
  const storage: NoteStorage = {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
  };
  return () => storage;
}
