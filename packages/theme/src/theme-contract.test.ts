import { describe, test } from 'vitest';
import {
  createFakeRoot,
  createFakeStorage,
  createFakeSystemPreference,
  type ThemeSurroundings,
  themeContract,
} from './testing/index.ts';

/** What a tab sees of a storage that every tab writes to. */
function open(): ThemeSurroundings {
  let storage = createFakeStorage();
  const root = createFakeRoot();
  const systemPreference = createFakeSystemPreference();
  const storageEvents = new EventTarget();
  const shared = {
    getItem: (key: string) => storage.getItem(key),
    setItem: (key: string, value: string) => storage.setItem(key, value),
    removeItem: (key: string) => storage.removeItem(key),
  };
  return {
    options: { storage: shared, root, systemPreference, storageEvents },
    prefer: systemPreference.prefer,
    saveElsewhere(text) {
      storage = createFakeStorage(text === null ? {} : { theme: text });
      storageEvents.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme', newValue: text }));
    },
    savedText: () => storage.getItem('theme'),
    isDark: () => root.classes.has('dark'),
  };
}

describe('A theme among the fakes', () => {
  for (const { title, run } of themeContract({ open })) test(title, run);
});
