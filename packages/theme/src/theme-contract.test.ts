import { describe, test } from 'vitest';
import {
  createFakeRoot,
  createFakeStorage,
  createFakeSystemPreference,
  type ThemeEnvironment,
  themeContract,
} from './testing/index.ts';

/** A tab with a storage that other tabs write to. */
function open(): ThemeEnvironment {
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

describe('A theme in a fake environment', () => {
  for (const { title, run } of themeContract({ open })) test(title, run);
});
