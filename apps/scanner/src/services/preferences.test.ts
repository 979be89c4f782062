import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createPreferenceAtoms } from './preferences.ts';

/** A storage that can be filled up. */
function createStorage(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  let full = false;
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  return {
    storage,
    kept,
    fill: () => {
      full = true;
    },
  };
}

test('a choice is saved at once, and Undo brings back what stood before', () => {
  const { storage, kept } = createStorage();
  const atoms = createPreferenceAtoms(() => storage);
  const store = createStore();
  store.set(atoms.volumeAtom, 0.5);
  expect(kept.get('scannerVolume')).toBe('0.5');
  const save = store.get(atoms.lastSaveAtom);
  expect(save?.ok).toBe(true);
  save?.undo();
  expect([store.get(atoms.volumeAtom), kept.get('scannerVolume')]).toEqual([0.8, '0.8']);
});

test('what nobody chose is kept and not told', () => {
  const { storage, kept } = createStorage();
  const atoms = createPreferenceAtoms(() => storage);
  const store = createStore();
  store.set(atoms.volumeAtom, 0.5, false);
  expect(kept.get('scannerVolume')).toBe('0.5');
  expect(store.get(atoms.lastSaveAtom)).toBeNull();
});

test('a choice that the storage refuses holds for the page, is told, and can be undone', () => {
  const { storage, kept, fill } = createStorage({ scannerSounds: 'true' });
  const atoms = createPreferenceAtoms(() => storage);
  const store = createStore();
  fill();
  store.set(atoms.soundsAtom, false);
  expect([store.get(atoms.soundsAtom), kept.get('scannerSounds')]).toEqual([false, 'true']);
  const save = store.get(atoms.lastSaveAtom);
  expect(save?.ok).toBe(false);
  save?.undo();
  expect(store.get(atoms.soundsAtom)).toBe(true);
});

test('what is no valid choice counts as none', () => {
  const { storage } = createStorage({ scannerVolume: '7', scannerMode: 'backwards', scannerHold: '{' });
  const atoms = createPreferenceAtoms(() => storage);
  const store = createStore();
  expect([store.get(atoms.volumeAtom), store.get(atoms.scanModeAtom)]).toEqual([0.8, 'entry']);
  expect(store.get(atoms.holdAtom).accepted).toBe(1_200);
});
