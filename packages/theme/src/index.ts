export { createTheme, type Theme, type ThemeOptions, type ThemeState } from './create-theme.ts';
export { type ThemeName, themeStorageKey } from './saved-theme.ts';
export type { StorageEvents, SystemPreference, ThemeRoot, ThemeStorage } from './theme-ports.ts';
