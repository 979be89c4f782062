import { expect, test, vi } from 'vitest';
import { createSessionStorage, type StoredSession } from './session-storage.ts';
import { createMemoryStorage, fakeUser } from './testing/index.ts';

const session: StoredSession = {
  user: fakeUser,
  pair: { accessToken: 'a', expiresAt: 5, refreshToken: 'r', refreshExpiresAt: 9, clockOffsetMs: null },
};
const newer = { ...session.pair, accessToken: 'a-2', refreshToken: 'r-2' };
const quota = new DOMException('The quota has been exceeded.', 'QuotaExceededError');

function setUp() {
  const entries = createMemoryStorage();
  return { entries, storage: createSessionStorage(entries) };
}

/** A session that the browser refuses to store. */
function setUpInMemory() {
  const { entries, storage } = setUp();
  entries.refuse(quota);
  expect(() => storage.writeSession(session, undefined)).toThrow('Failed to store user data');
  return { entries, storage };
}

test('the user is written first and the access token last: another tab sees no token with an older user or expiry', () => {
  const { entries, storage } = setUp();
  const write = vi.spyOn(entries, 'setItem');
  storage.writeSession(session, true);
  const names = ['userData', 'rememberMe', 'refreshToken', 'tokenExpiration', 'refreshTokenExpiration', 'authToken'];
  expect(write.mock.calls.map(([name]) => name)).toEqual(names);
});

test.each(['12x', 'x12', '', '1e3', '-1'])('a time that is written as %j is none: the refresh decides', (text) => {
  const { entries, storage } = setUp();
  storage.writeSession(session, undefined);
  entries.setItem('tokenExpiration', text);
  entries.setItem('refreshTokenExpiration', text);
  expect(storage.read()?.pair).toEqual({ ...session.pair, expiresAt: 0, refreshExpiresAt: null });
});

test('a time that is missing is none too', () => {
  const { entries, storage } = setUp();
  storage.writeSession(session, undefined);
  entries.removeItem('tokenExpiration');
  entries.removeItem('refreshTokenExpiration');
  expect(storage.read()?.pair).toEqual({ ...session.pair, expiresAt: 0, refreshExpiresAt: null });
});

test('a pair without a refresh token leaves none of an earlier pair', () => {
  const { entries, storage } = setUp();
  storage.writeSession(session, undefined);
  expect(storage.writeTokens({ ...session.pair, refreshToken: null, refreshExpiresAt: null }, 'r')).toBe(true);
  expect([entries.getItem('refreshToken'), entries.getItem('refreshTokenExpiration')]).toEqual([null, null]);
});

test('user data that is not one is removed, and nobody is signed in', () => {
  const { entries, storage } = setUp();
  storage.writeSession(session, undefined);
  entries.setItem('userData', '{"id":"1"}');
  expect(storage.read()).toBeNull();
  expect(entries.getItem('userData')).toBeNull();
  expect(entries.getItem('authToken')).toBe('a');
});

test('what the browser says is the cause of a refused write', () => {
  const { entries, storage } = setUp();
  entries.refuse(quota, 'authToken');
  expect(() => storage.writeSession(session, undefined)).toThrow(expect.objectContaining({ cause: quota }));
});

test('of an earlier session nothing is left, the choice to be remembered included', () => {
  const { entries, storage } = setUp();
  storage.writeSession(session, true);
  storage.writeSession(session, undefined);
  expect(entries.getItem('rememberMe')).toBeNull();
});

test('a session in memory has the newest tokens and still its user', () => {
  const { entries, storage } = setUpInMemory();
  storage.writeTokens(newer, 'r');
  expect(storage.read()).toEqual({ user: fakeUser, pair: newer });
  entries.refuse(undefined);
  storage.writeTokens(session.pair, 'r-2');
  expect(entries.entries.size).toBe(0);
});

test('a session in memory is dropped when another tab has signed out', () => {
  const { storage } = setUpInMemory();
  storage.forget();
  expect(storage.read()).toBeNull();
});

test('tokens of nobody are not stored', () => {
  const { entries, storage } = setUp();
  expect(storage.writeTokens(newer, 'r')).toBe(false);
  expect(storage.writeTokens(newer, null)).toBe(false);
  expect(entries.entries.size).toBe(0);
});

test.each([false, true])(
  'tokens that replace others than those of the session are not stored; in memory: %s',
  (refused) => {
    const { storage } = refused ? setUpInMemory() : setUp();
    if (!refused) storage.writeSession(session, undefined);
    expect(storage.writeTokens(newer, 'r-0')).toBe(false);
    expect(storage.read()).toEqual(session);
  },
);

test('tokens that the browser refuses later are held in memory with their user', () => {
  const { entries, storage } = setUp();
  storage.writeSession(session, undefined);
  entries.refuse(quota);
  expect(() => storage.writeTokens(newer, 'r')).toThrow('Failed to store authentication tokens');
  expect(storage.read()).toEqual({ user: fakeUser, pair: newer });
});
