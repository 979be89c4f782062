export { createTheme } from './create-theme.ts';
export type { ThemeName } from './saved-theme.ts';
export type { Theme, ThemeOptions, ThemeState } from './theme.ts';
export type { StorageEvents, SystemPreference, ThemeRoot, ThemeStorage } from './theme-ports.ts';
