import type { StorageEvents, SystemPreference, ThemeRoot, ThemeStorage } from './theme-ports.ts';

/** `localStorage`, accessed at each call: with cookies blocked the access itself throws. */
export const browserStorage: ThemeStorage = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
  removeItem: (key) => localStorage.removeItem(key),
};

/** The document element; null without a document. */
export function browserRoot(): ThemeRoot | null {
  return globalThis.document?.documentElement ?? null;
}

/** The preference of the operating system; null without `matchMedia`. */
export function browserSystemPreference(): SystemPreference | null {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)') ?? null;
}

/** The window; null without one. */
export function browserStorageEvents(): StorageEvents | null {
  return typeof globalThis.window === 'undefined' ? null : globalThis.window;
}
