import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createPreferenceAtoms } from './preferences.ts';

function createStorage(entries: Record<string, string> = {}) {
  const saved = new Map(Object.entries(entries));
  const storage = {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
    removeItem: (key: string) => void saved.delete(key),
  } as Storage;
  return { storage, saved };
}

test('a choice is saved at once under its key, and undo restores the value from before', () => {
  const { storage, saved } = createStorage();
  const atoms = createPreferenceAtoms(() => storage);
  const store = createStore();
  store.set(atoms.volumeAtom, 0.5);
  expect(saved.get('scannerVolume')).toBe('0.5');
  store.get(atoms.lastSaveAtom)?.undo();
  expect([store.get(atoms.volumeAtom), saved.get('scannerVolume')]).toEqual([0.8, '0.8']);
});

test('a stored value that is no valid choice counts as absent', () => {
  const { storage } = createStorage({ scannerVolume: '7', scannerMode: 'backwards', scannerHold: '{' });
  const atoms = createPreferenceAtoms(() => storage);
  const store = createStore();
  expect([store.get(atoms.volumeAtom), store.get(atoms.scanModeAtom)]).toEqual([0.8, 'entry']);
  expect(store.get(atoms.holdAtom).accepted).toBe(1_200);
});
