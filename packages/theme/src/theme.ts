import type { ThemeName } from './saved-theme.ts';
import type { StorageEvents, SystemPreference, ThemeRoot, ThemeStorage } from './theme-ports.ts';

/** The theme that is on, and whether a person (`saved`) or the operating system (`system`) chose it. */
export interface ThemeState {
  readonly theme: ThemeName;
  readonly source: 'saved' | 'system';
}

/** The options of a theme. Everything outside the language has a production default. */
export interface ThemeOptions {
  /** Stores the choice, the text `dark` or `light`. @default localStorage */
  readonly storage?: ThemeStorage;
  /** The key of the choice: one of its own for each app of an origin that shall not share it. @default 'theme' */
  readonly storageKey?: string;
  /** Gets the class `dark`. @default document.documentElement */
  readonly root?: ThemeRoot;
  /** The preference of the operating system. @default matchMedia('(prefers-color-scheme: dark)') */
  readonly systemPreference?: SystemPreference;
  /** Raises `storage` events for choices in other tabs. @default window */
  readonly storageEvents?: StorageEvents;
}

/** Dark or light: one choice, stored on this device, shown as the class `dark` on the document root. */
export interface Theme {
  /** Applies the saved choice, else the system's, and follows changes from then on. */
  start(): void;
  /** Stops following changes; the theme stays as it is. */
  stop(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): ThemeState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Applies a theme and saves it as the person's choice. */
  set(theme: ThemeName): void;
  /** Applies and saves the other theme. */
  toggle(): void;
  /** Removes the person's choice: the system decides again, and its changes are followed. */
  followSystem(): void;
}
