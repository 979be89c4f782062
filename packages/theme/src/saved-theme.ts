import type { ThemeStorage } from './theme-ports.ts';

/** One of the two themes. */
export type ThemeName = 'dark' | 'light';

/** Reads a stored text: anything but the two names counts as no saved choice. */
export function parseThemeName(value: string | null): ThemeName | null {
  return value === 'dark' || value === 'light' ? value : null;
}

/** The saved choice, or null where there is none or storage cannot be read (private mode, blocked cookies). */
export function readSavedTheme(storage: ThemeStorage, key: string): ThemeName | null {
  try {
    return parseThemeName(storage.getItem(key));
  } catch {
    return null;
  }
}

/** Removes the choice. A storage that refuses holds none that a later visit could read. */
export function removeSavedTheme(storage: ThemeStorage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // In this page the system decides anyway.
  }
}

/** Saves the choice. With a storage that refuses (full, blocked) it is valid until the page closes. */
export function saveTheme(storage: ThemeStorage, key: string, theme: ThemeName): void {
  try {
    storage.setItem(key, theme);
  } catch {
    // The choice is still valid in this page.
  }
}
