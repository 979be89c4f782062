import { expect, test, vi } from 'vitest';
import { createTheme } from './index.ts';
import { createFakeRoot, createFakeStorage, createFakeSystemPreference } from './testing/index.ts';

function setUp({ saved = null as string | null, system = 'light' as 'dark' | 'light', broken = false } = {}) {
  const storage = createFakeStorage(saved === null ? {} : { theme: saved }, { broken });
  const root = createFakeRoot();
  const systemPreference = createFakeSystemPreference(system);
  const storageEvents = new EventTarget();
  const theme = createTheme({ storage, root, systemPreference, storageEvents });
  const tellOfStorage = (key: string | null, newValue: string | null) =>
    storageEvents.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  const otherTabSaves = (key: string, value: string) => {
    storage.setItem(key, value);
    tellOfStorage(key, value);
  };
  return { theme, storage, root, systemPreference, otherTabSaves, tellOfStorage };
}

test('nothing is read or applied before start', () => {
  const { theme, root, systemPreference } = setUp({ saved: 'dark' });
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'system' });
  expect(root.classes.has('dark')).toBe(false);
  expect(systemPreference.listenerCount).toBe(0);
});

test('at start the saved value is used', () => {
  const { theme, root } = setUp({ saved: 'dark', system: 'light' });
  theme.start();
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
  expect(root.classes.has('dark')).toBe(true);
});

test('a saved light wins over a dark system', () => {
  const { theme, root } = setUp({ saved: 'light', system: 'dark' });
  theme.start();
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'saved' });
  expect(root.classes.has('dark')).toBe(false);
});

test.each(['dark', 'light'] as const)('with nothing saved, a system that prefers %s decides', (system) => {
  const { theme, root } = setUp({ system });
  theme.start();
  expect(theme.getSnapshot()).toEqual({ theme: system, source: 'system' });
  expect(root.classes.has('dark')).toBe(system === 'dark');
});

test.each(['', 'blue', 'Dark', 'null'])('the saved text "%s" counts as no saved choice', (saved) => {
  const { theme } = setUp({ saved, system: 'dark' });
  theme.start();
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'system' });
});

test('toggle switches the theme, the class and the saved text', () => {
  const { theme, root, storage } = setUp();
  theme.start();
  theme.toggle();
  expect(root.classes.has('dark')).toBe(true);
  expect(storage.getItem('theme')).toBe('dark');
  theme.toggle();
  expect(root.classes.has('dark')).toBe(false);
  expect(storage.getItem('theme')).toBe('light');
});

test('set applies and saves an explicit value, also the one that is on already', () => {
  const { theme, storage } = setUp();
  theme.start();
  theme.set('light');
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'saved' });
  expect(storage.getItem('theme')).toBe('light');
});

test('system changes are followed while no saved choice exists', () => {
  const { theme, systemPreference } = setUp();
  theme.start();
  systemPreference.prefer('dark');
  expect(theme.getSnapshot().theme).toBe('dark');
  systemPreference.prefer('light');
  expect(theme.getSnapshot().theme).toBe('light');
});

test('system changes are not followed once a choice is saved', () => {
  const { theme, systemPreference } = setUp();
  theme.start();
  theme.set('light');
  systemPreference.prefer('dark');
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'saved' });
});

test('after a choice is removed the system decides and is followed', () => {
  const { theme, storage, systemPreference } = setUp({ saved: 'light', system: 'dark' });
  theme.start();
  theme.followSystem();
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'system' });
  expect(storage.getItem('theme')).toBeNull();
  systemPreference.prefer('light');
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'system' });
});

test('with a storage that throws the choice is valid until the page closes', () => {
  const { theme, root, systemPreference } = setUp({ broken: true, system: 'dark' });
  theme.start();
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'system' });
  theme.toggle();
  expect(root.classes.has('dark')).toBe(false);
  systemPreference.prefer('dark');
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'saved' });
});

test('a choice made in another tab is followed', () => {
  const { theme, otherTabSaves, tellOfStorage } = setUp();
  theme.start();
  otherTabSaves('theme', 'dark');
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
  tellOfStorage('authToken', null);
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
});

test.each([
  ['theme', null],
  [null, null],
])('when another tab removes %s, the system decides again', (key, value) => {
  const { theme, storage, tellOfStorage } = setUp({ saved: 'dark' });
  theme.start();
  storage.removeItem('theme');
  tellOfStorage(key, value);
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'system' });
});

test.each([
  ['empties', null, null],
  ['removes', 'theme', null],
  ['writes', 'theme', 'light'],
])('session storage that a frame of the page %s changes no choice', (_what, key, value) => {
  const { theme, tellOfStorage } = setUp({ saved: 'dark' });
  theme.start();
  tellOfStorage(key, value);
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
});

test('listeners are called once for each change, and not when nothing changes', () => {
  const { theme } = setUp();
  const listener = vi.fn();
  theme.start();
  const stop = theme.subscribe(listener);
  theme.set('dark');
  theme.set('dark');
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  theme.set('light');
  expect(listener).toHaveBeenCalledTimes(1);
});

test('the snapshot is the same object until something changes', () => {
  const { theme } = setUp();
  theme.start();
  const before = theme.getSnapshot();
  theme.set('dark');
  const after = theme.getSnapshot();
  theme.set('dark');
  expect(after).not.toBe(before);
  expect(theme.getSnapshot()).toBe(after);
});

test('starting twice follows once; stopping leaves the theme and ends every listener', () => {
  const { theme, root, systemPreference, otherTabSaves } = setUp({ saved: 'dark' });
  theme.start();
  theme.start();
  expect(systemPreference.listenerCount).toBe(1);
  theme.stop();
  theme.stop();
  expect(systemPreference.listenerCount).toBe(0);
  otherTabSaves('theme', 'light');
  expect(root.classes.has('dark')).toBe(true);
});

test('it starts and toggles without a browser', () => {
  const theme = createTheme();
  theme.start();
  theme.toggle();
  expect(theme.getSnapshot()).toEqual({ theme: 'dark', source: 'saved' });
  theme.stop();
});

test('two apps on one origin choose apart, each under a key of its own', () => {
  const storage = createFakeStorage({ theme: 'dark' });
  const storageEvents = new EventTarget();
  const theme = createTheme({ storage, storageKey: 'stockRoomTheme', root: createFakeRoot(), storageEvents });
  const otherTabSaves = (key: string, newValue: string) => {
    storage.setItem(key, newValue);
    storageEvents.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  };
  theme.start();
  expect(theme.getSnapshot()).toEqual({ theme: 'light', source: 'system' });
  theme.set('light');
  expect(['theme', 'stockRoomTheme'].map((key) => storage.getItem(key))).toEqual(['dark', 'light']);
  otherTabSaves('theme', 'dark');
  expect(theme.getSnapshot().theme).toBe('light');
  otherTabSaves('stockRoomTheme', 'dark');
  expect(theme.getSnapshot().theme).toBe('dark');
  theme.followSystem();
  expect(['theme', 'stockRoomTheme'].map((key) => storage.getItem(key))).toEqual(['dark', null]);
});
