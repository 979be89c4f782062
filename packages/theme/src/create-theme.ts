import { createListeners } from '@scantix/runtime-utils';
import { browserRoot, browserStorage, browserStorageEvents, browserSystemPreference } from './browser-adapters.ts';
import { readSavedTheme, removeSavedTheme, saveTheme, type ThemeName } from './saved-theme.ts';
import type { Theme, ThemeOptions, ThemeState } from './theme.ts';

/**
 * Creates the theme; nothing is read or applied before {@link Theme.start}.
 *
 * @example
 * const theme = createTheme();
 * theme.start();
 * theme.toggle();
 */
export function createTheme(options: ThemeOptions = {}): Theme {
  const { storage = browserStorage, storageKey = 'theme' } = options;
  const { subscribe, notify } = createListeners();
  let state: ThemeState = { theme: 'light', source: 'system' };
  /** Ends the listening to the system and to other tabs, while the theme is started. */
  let stopFollowing: (() => void) | null = null;

  function apply(next: ThemeState): void {
    (options.root ?? browserRoot())?.classList.toggle('dark', next.theme === 'dark');
    if (next.theme === state.theme && next.source === state.source) return;
    state = next;
    notify();
  }

  function applySystem(): void {
    const system = options.systemPreference ?? browserSystemPreference();
    apply({ theme: system?.matches ? 'dark' : 'light', source: 'system' });
  }

  function applyChoice(choice: ThemeName | null): void {
    if (choice) apply({ theme: choice, source: 'saved' });
    else applySystem();
  }

  function onSystemChange(): void {
    if (state.source === 'system') applySystem();
  }

  function onStorage(event: Event): void {
    const { key } = event as StorageEvent;
    // A null key: all of a storage was cleared. It may be another storage, as the session's by a frame of this page.
    if (key === null || key === storageKey) applyChoice(readSavedTheme(storage, storageKey));
  }

  function follow(): () => void {
    const system = options.systemPreference ?? browserSystemPreference();
    const tabs = options.storageEvents ?? browserStorageEvents();
    system?.addEventListener('change', onSystemChange);
    tabs?.addEventListener('storage', onStorage);
    return () => {
      system?.removeEventListener('change', onSystemChange);
      tabs?.removeEventListener('storage', onStorage);
    };
  }

  function set(theme: ThemeName): void {
    saveTheme(storage, storageKey, theme);
    apply({ theme, source: 'saved' });
  }

  return {
    start() {
      if (stopFollowing) return;
      applyChoice(readSavedTheme(storage, storageKey));
      stopFollowing = follow();
    },
    stop() {
      stopFollowing?.();
      stopFollowing = null;
    },
    getSnapshot: () => state,
    subscribe,
    set,
    toggle: () => set(state.theme === 'dark' ? 'light' : 'dark'),
    followSystem() {
      removeSavedTheme(storage, storageKey);
      applySystem();
    },
  };
}
