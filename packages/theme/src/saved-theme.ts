import type { ThemeStorage } from './theme-ports.ts';

/** One of the two themes. */
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

/** Removes the choice. A storage that refuses holds none that a later visit could read. */
export function removeSavedTheme(storage: ThemeStorage): void {
  try {
    storage.removeItem(themeStorageKey);
  } catch {
    // In this page the system decides anyway.
  }
}

/** Saves the choice. With a storage that refuses (full, blocked) it is valid until the page closes. */
export function saveTheme(storage: ThemeStorage, theme: ThemeName): void {
  try {
    storage.setItem(themeStorageKey, theme);
  } catch {
    // The choice is still valid in this page.
  }
}
