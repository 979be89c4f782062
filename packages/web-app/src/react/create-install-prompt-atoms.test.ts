import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { createInstallPrompt } from '../index.ts';
import { createInstallPromptAtoms } from './index.ts';

test('the atoms follow the offer and show it', async () => {
  const events = new EventTarget();
  const install = createInstallPrompt({ events, isInstallableByHand: () => false });
  install.start();
  const { installStateAtom, showInstallPromptAtom } = createInstallPromptAtoms(install);
  const store = createStore();
  store.sub(installStateAtom, () => {});
  const prompt = vi.fn(async () => {});
  events.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
  expect(store.get(installStateAtom)).toBe('prompt');
  await store.set(showInstallPromptAtom);
  expect(prompt).toHaveBeenCalledOnce();
  expect(store.get(installStateAtom)).toBe('none');
});
