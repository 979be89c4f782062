import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { createAppUpdate } from '../index.ts';
import { createFakeAppPage, createFakeServiceWorkers } from '../testing/index.ts';
import { createAppUpdateAtoms } from './index.ts';

test('an update is ready until the page has reloaded, and the write atom applies it', async () => {
  const { container, registration } = createFakeServiceWorkers();
  const update = createAppUpdate({ container, page: createFakeAppPage() });
  await update.start();
  const { updateReadyAtom, applyUpdateAtom } = createAppUpdateAtoms(update);
  const store = createStore();
  const worker = registration.installBuild();
  store.sub(updateReadyAtom, () => {});
  expect(store.get(updateReadyAtom)).toBe(true);
  store.set(applyUpdateAtom);
  expect(store.get(updateReadyAtom)).toBe(true);
  expect(worker.messages).toEqual(['take-over']);
  expect(updateReadyAtom.debugLabel).toBe('appUpdate/ready');
});
