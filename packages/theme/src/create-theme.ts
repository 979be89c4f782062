import { browserRoot, browserStorage, browserStorageEvents, browserSystemPreference } from './browser-adapters.ts';
import {
  forgetTheme,
  parseThemeName,
  readSavedTheme,
  saveTheme,
  type ThemeName,
  themeStorageKey,
} from './saved-theme.ts';
import type { StorageEvents, SystemPreference, ThemeRoot, ThemeStorage } from './theme-ports.ts';

/** The look that is on, and who decided it: a person (`saved`) or the operating system (`system`). */
export interface ThemeState {
  readonly theme: ThemeName;
  readonly source: 'saved' | 'system';
}

/** Everything outside the language that a theme touches. */
export interface ThemeOptions {
  /** Where the choice is kept under the key `theme`. @default localStorage */
  readonly storage?: ThemeStorage;
  /** What carries the class `dark`. @default document.documentElement */
  readonly root?: ThemeRoot;
  /** What the operating system prefers. @default matchMedia('(prefers-color-scheme: dark)') */
  readonly systemPreference?: SystemPreference;
  /** What tells of a choice made in another tab. @default window */
  readonly storageEvents?: StorageEvents;
}

/** Dark or light: one choice, kept on this device, shown as the class `dark` on the document root. */
export interface Theme {
  /** Applies the saved choice, else the system's, and begins to follow changes. */
  start(): void;
  /** Stops following; the look stays as it is. */
  stop(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): ThemeState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /** Applies a look and saves it as the person's choice. */
  set(theme: ThemeName): void;
  /** Applies and saves the other look. */
  toggle(): void;
  /** Forgets the person's choice: the system decides again, and its changes are followed. */
  followSystem(): void;
}

/**
 * Creates the theme; nothing is read or applied before {@link Theme.start}.
 *
 * @example
 * const theme = createTheme();
 * theme.start();
 * theme.toggle();
 */
export function createTheme(options: ThemeOptions = {}): Theme {
  const storage = options.storage ?? browserStorage;
  const listeners = new Set<() => void>();
  let state: ThemeState = { theme: 'light', source: 'system' };
  let stopFollowing: (() => void) | null = null;

  function apply(next: ThemeState) {
    (options.root ?? browserRoot())?.classList.toggle('dark', next.theme === 'dark');
    if (next.theme === state.theme && next.source === state.source) return;
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function applySystem() {
    const system = options.systemPreference ?? browserSystemPreference();
    apply({ theme: system?.matches ? 'dark' : 'light', source: 'system' });
  }

  function follow() {
    const system = options.systemPreference ?? browserSystemPreference();
    const tabs = options.storageEvents ?? browserStorageEvents();

    const onSystemChange = () => {
      if (state.source === 'system') applySystem();
    };
    const onStorage = (event: Event) => {
      const { key, newValue } = event as StorageEvent;
      // A null key: the other tab cleared all storage, the choice included.
      if (key !== themeStorageKey && key !== null) return;
      const chosen = key === null ? null : parseThemeName(newValue);
      if (chosen) apply({ theme: chosen, source: 'saved' });
      else applySystem();
    };

    const saved = readSavedTheme(storage);
    if (saved) apply({ theme: saved, source: 'saved' });
    else applySystem();

    system?.addEventListener('change', onSystemChange);
    tabs?.addEventListener('storage', onStorage);
    return () => {
      system?.removeEventListener('change', onSystemChange);
      tabs?.removeEventListener('storage', onStorage);
    };
  }

  function set(theme: ThemeName) {
    saveTheme(storage, theme);
    apply({ theme, source: 'saved' });
  }

  return {
    start() {
      stopFollowing ??= follow();
    },
    stop() {
      stopFollowing?.();
      stopFollowing = null;
    },
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    toggle: () => set(state.theme === 'dark' ? 'light' : 'dark'),
    followSystem() {
      forgetTheme(storage);
      applySystem();
    },
  };
}
