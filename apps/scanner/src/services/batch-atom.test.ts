import { atom, createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createBatchAtom } from './batch-atom.ts';

const clerk = (id: string): { readonly id: string } | null => ({ id });

test('a batch belongs to the clerk who opened it: the next one finds none', () => {
  const store = createStore();
  const user = atom(clerk('ada'));
  const batch = createBatchAtom(user);
  expect(store.get(batch)).toBeNull();
  store.set(batch, []);
  store.set(batch, (ids) => ids && [...ids, 'a']);
  expect(store.get(batch)).toEqual(['a']);
  store.set(user, null);
  expect(store.get(batch)).toBeNull();
  store.set(user, clerk('ben'));
  expect(store.get(batch)).toBeNull();
  store.set(batch, (ids) => ids && [...ids, 'late']);
  expect(store.get(batch)).toBeNull();
  store.set(batch, []);
  expect(store.get(batch)).toEqual([]);
});

test('a batch is still open when the same clerk signs in again', () => {
  const store = createStore();
  const user = atom(clerk('ada'));
  const batch = createBatchAtom(user);
  store.set(batch, ['a']);
  store.set(user, null);
  store.set(user, clerk('ada'));
  expect(store.get(batch)).toEqual(['a']);
});
