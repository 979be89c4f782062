import type { StorageEvents, SystemPreference, ThemeRoot, ThemeStorage } from './theme-ports.ts';

/** `localStorage`, looked up at each call: with cookies blocked the mere look-up throws. */
export const browserStorage: ThemeStorage = {
  getItem: (key) => globalThis.localStorage.getItem(key),
  setItem: (key, value) => globalThis.localStorage.setItem(key, value),
  removeItem: (key) => globalThis.localStorage.removeItem(key),
};

export function browserRoot(): ThemeRoot | null {
  return globalThis.document?.documentElement ?? null;
}

export function browserSystemPreference(): SystemPreference | null {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)') ?? null;
}

export function browserStorageEvents(): StorageEvents | null {
  return typeof globalThis.window === 'undefined' ? null : globalThis.window;
}
