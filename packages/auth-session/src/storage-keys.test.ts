import { afterEach, expect, test, vi } from 'vitest';
import { readStoredUserId } from './index.ts';
import { browserStorage } from './storage-keys.ts';
import { createMemoryStorage, createSessionHarness } from './testing/index.ts';

afterEach(() => vi.unstubAllGlobals());

test('the user of a stored session is known before the session is, and after its token has expired', async () => {
  const { session, storage, clock } = createSessionHarness();
  expect(readStoredUserId(storage)).toBeUndefined();
  await session.login({ clerk: 'ada', password: 'secret' });
  clock.jump(3_600_000);
  expect(readStoredUserId(storage)).toBe('01934c5e-7a10-7000-8000-000000000001');
});

test.each(['', '{', 'null', '7', '{}', '{"id":7}'])('stored user data %j names nobody', (text) => {
  const storage = createMemoryStorage();
  storage.setItem('userData', text);
  expect(readStoredUserId(storage)).toBeUndefined();
});

test('a browser that blocks its storage names nobody', () => {
  const getItem = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  expect(readStoredUserId({ getItem, setItem: () => {}, removeItem: () => {} })).toBeUndefined();
});

test('without another storage the session is in local storage', () => {
  const local = createMemoryStorage();
  vi.stubGlobal('localStorage', local);
  browserStorage.setItem('authToken', 'a');
  expect(local.getItem('authToken')).toBe('a');
  expect(browserStorage.getItem('authToken')).toBe('a');
  browserStorage.removeItem('authToken');
  expect(local.entries.size).toBe(0);
});
