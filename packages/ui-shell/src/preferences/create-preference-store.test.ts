import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createPreferenceStore } from './index.ts';

/** Accepts the values of one primitive type, as a Zod schema would. */
function schemaOf<T extends boolean | number>(example: T, isValid = (_: T) => true) {
  return {
    parse(value: unknown): T {
      if (typeof value !== typeof example || !isValid(value as T)) throw new TypeError('invalid');
      return value as T;
    },
  };
}

const volume = schemaOf<number>(0, (value) => value >= 0 && value <= 1);
const sounds = schemaOf<boolean>(true);

/** Preferences over a storage that can be filled up. */
function setUp(entries: Record<string, string> = {}) {
  const saved = new Map(Object.entries(entries));
  const events = new EventTarget();
  let full = false;
  const storage = {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      saved.set(key, value);
    },
    removeItem: (key: string) => void saved.delete(key),
  };
  const fill = () => {
    full = true;
  };
  const preferences = createPreferenceStore({ storage: () => storage, events: () => events });
  return { preferences, saved, events, fill, store: createStore() };
}

test('a choice is saved at once, and undo restores the value from before', () => {
  const { preferences, saved, store } = setUp();
  const volumeAtom = preferences.preference('volume', volume, 0.8);
  store.set(volumeAtom, 0.5);
  expect(saved.get('volume')).toBe('0.5');
  const save = store.get(preferences.lastSaveAtom);
  expect(save?.ok).toBe(true);
  save?.undo();
  expect([store.get(volumeAtom), saved.get('volume')]).toEqual([0.8, '0.8']);
});

test('a value that nobody chose is saved and not reported', () => {
  const { preferences, saved, store } = setUp();
  store.set(preferences.preference('volume', volume, 0.8), 0.5, false);
  store.set(preferences.record('sounds', sounds, true), false);
  expect([...saved]).toEqual([
    ['volume', '0.5'],
    ['sounds', 'false'],
  ]);
  expect(store.get(preferences.lastSaveAtom)).toBeNull();
});

test('a choice that the storage rejects is in effect for the page, is reported, and can be undone', () => {
  const { preferences, saved, fill, store } = setUp({ sounds: 'true' });
  const soundsAtom = preferences.preference('sounds', sounds, true);
  fill();
  store.set(soundsAtom, false);
  expect([store.get(soundsAtom), saved.get('sounds')]).toEqual([false, 'true']);
  const save = store.get(preferences.lastSaveAtom);
  expect(save?.ok).toBe(false);
  save?.undo();
  expect(store.get(soundsAtom)).toBe(true);
});

test('a stored value that the schema rejects, or that is no JSON, counts as absent', () => {
  const { preferences, store } = setUp({ volume: '7', sounds: '{' });
  expect(store.get(preferences.preference('volume', volume, 0.8))).toBe(0.8);
  expect(store.get(preferences.preference('sounds', sounds, true))).toBe(true);
});

test('a storage that cannot be opened counts as empty', () => {
  const storage = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const preferences = createPreferenceStore({ storage, events: () => new EventTarget() });
  const store = createStore();
  const volumeAtom = preferences.preference('volume', volume, 0.8);
  expect(store.get(volumeAtom)).toBe(0.8);
  store.set(volumeAtom, 0.5);
  expect([store.get(volumeAtom), store.get(preferences.lastSaveAtom)?.ok]).toEqual([0.5, false]);
});

test('a change by another tab arrives while somebody reads the value', () => {
  const { preferences, events, store } = setUp();
  const volumeAtom = preferences.preference('volume', volume, 0.8);
  const announce = (key: string, newValue: string) =>
    events.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  const unsubscribe = store.sub(volumeAtom, () => {});
  announce('volume', '0.3');
  announce('sounds', '0.1');
  expect(store.get(volumeAtom)).toBe(0.3);
  unsubscribe();
});
