import type { ThemeStorage } from './theme-ports.ts';

/** One of the two looks. */
export type ThemeName = 'dark' | 'light';

/** The storage key of the choice; its value is the text `dark` or `light`. */
export const themeStorageKey = 'theme';

/** Reads a stored text: anything but the two names counts as no saved choice. */
export function parseThemeName(value: string | null): ThemeName | null {
  return value === 'dark' || value === 'light' ? value : null;
}

/** The saved choice, or null where there is none or storage cannot be read (private mode, blocked cookies). */
export function readSavedTheme(storage: ThemeStorage): ThemeName | null {
  try {
    return parseThemeName(storage.getItem(themeStorageKey));
  } catch {
    return null;
  }
}

/** Forgets the choice; a storage that refuses has none that a later visit could read either. */
export function forgetTheme(storage: ThemeStorage): void {
  try {
    storage.removeItem(themeStorageKey);
  } catch {
    // In this page the system decides all the same.
  }
}

/** Saves the choice; a storage that refuses (full, blocked) costs only the next visit. */
export function saveTheme(storage: ThemeStorage, theme: ThemeName): void {
  try {
    storage.setItem(themeStorageKey, theme);
  } catch {
    // The choice still holds in this page.
  }
}
