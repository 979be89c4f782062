import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createTheme } from '../index.ts';
import { createFakeRoot, createFakeStorage, createFakeSystemPreference } from '../testing/index.ts';
import { createThemeAtoms } from './index.ts';

function setUp() {
  const systemPreference = createFakeSystemPreference();
  const theme = createTheme({ storage: createFakeStorage(), root: createFakeRoot(), systemPreference });
  return { theme, systemPreference, store: createStore(), ...createThemeAtoms(theme) };
}

test('the atoms show the theme and follow it', () => {
  const { theme, store, systemPreference, themeAtom, themeSourceAtom } = setUp();
  const seen: string[] = [];
  const stop = store.sub(themeAtom, () => seen.push(store.get(themeAtom)));
  theme.start();
  systemPreference.prefer('dark');
  expect(seen).toEqual(['dark']);
  expect(store.get(themeSourceAtom)).toBe('system');
  stop();
});

test('a change between the creation of the atoms and their first use is not missed', () => {
  const { theme, store, themeAtom } = setUp();
  theme.set('dark');
  const stop = store.sub(themeAtom, () => undefined);
  expect(store.get(themeAtom)).toBe('dark');
  stop();
});

test('the write atoms toggle, set, and follow the system', () => {
  const { theme, store, toggleThemeAtom, setThemeAtom, followSystemAtom } = setUp();
  store.set(toggleThemeAtom);
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
  store.set(setThemeAtom, 'light');
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'saved' });
  store.set(followSystemAtom);
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'system' });
});
