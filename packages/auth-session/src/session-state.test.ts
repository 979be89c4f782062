import { expect, test } from 'vitest';
import { isSessionValid, type SessionState } from './index.ts';
import { transition } from './session-state.ts';
import { fakeUser } from './testing/index.ts';

const signedIn: SessionState = {
  status: 'signed-in',
  user: fakeUser,
  expiresAt: 1_000,
  offline: false,
  warning: 'careful',
};

test('a session is valid while it is authenticated, has a user, and its expiry is in the future', () => {
  expect(isSessionValid(signedIn, 999)).toBe(true);
  expect(isSessionValid(signedIn, 1_000)).toBe(false);
  expect(isSessionValid({ status: 'restoring' }, 0)).toBe(false);
  expect(isSessionValid({ status: 'signing-in' }, 0)).toBe(false);
  expect(isSessionValid({ status: 'signed-out', error: null }, 0)).toBe(false);
});

test('a failed sign-in is heard only by the form that waits for it', () => {
  const failed = { type: 'login-failed', error: 'no' } as const;
  expect(transition({ status: 'signing-in' }, failed)).toEqual({ status: 'signed-out', error: 'no' });
  expect(transition(signedIn, failed)).toBe(signedIn);
});

test('losing the server keeps the warning; clearing twice is one change', () => {
  expect(transition(signedIn, { type: 'server-lost', user: fakeUser, expiresAt: 2_000 })).toEqual({
    ...signedIn,
    expiresAt: 2_000,
    offline: true,
  });
  const cleared = transition(signedIn, { type: 'cleared', error: null });
  expect(transition(cleared, { type: 'cleared', error: null })).toBe(cleared);
});
