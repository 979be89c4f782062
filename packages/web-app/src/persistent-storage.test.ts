import { expect, test, vi } from 'vitest';
import { readStorageStatus, requestPersistentStorage } from './index.ts';

test('a storage that is not persistent is asked to become so', async () => {
  const persist = vi.fn(async () => true);
  expect(await requestPersistentStorage({ persisted: async () => false, persist })).toBe(true);
  expect(persist).toHaveBeenCalledOnce();
});

test('a storage that is persistent is not asked again', async () => {
  const persist = vi.fn(async () => true);
  expect(await requestPersistentStorage({ persisted: async () => true, persist })).toBe(true);
  expect(persist).not.toHaveBeenCalled();
});

test('a browser that refuses, or has no such storage, is no error', async () => {
  const refuse = () => Promise.reject(new TypeError('no'));
  expect(await requestPersistentStorage({ persisted: refuse, persist: refuse })).toBe(false);
  expect(await requestPersistentStorage({})).toBe(false);
});

test('the status says what the browser says, and nothing where it says nothing', async () => {
  const estimate = async () => ({ usage: 1_200 });
  expect(await readStorageStatus({ estimate, persisted: async () => true })).toEqual({
    usedBytes: 1_200,
    isPersistent: true,
  });
  const refuse = () => Promise.reject(new TypeError('no'));
  const unknown = { usedBytes: null, isPersistent: false };
  expect(await readStorageStatus({ estimate: refuse, persisted: refuse })).toEqual(unknown);
  expect(await readStorageStatus({})).toEqual(unknown);
});
