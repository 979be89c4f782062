import { expect, test } from 'vitest';
import { type ControllerEvent, type ControllerState, INITIAL_STATE, transition } from './controller-state.ts';
import { isSessionValid, type SessionState } from './index.ts';
import type { StoredSession } from './session-storage.ts';
import { fakeUser } from './testing/index.ts';

const stored: StoredSession = {
  user: fakeUser,
  pair: { accessToken: 'a', expiresAt: 1_000, refreshToken: 'r', refreshExpiresAt: 9_000, clockOffsetMs: 0 },
};
const careful = { code: 'token-storage', message: 'careful' } as const;
const warned = { warning: 'careful', warningCode: 'token-storage' } as const;
const session = { status: 'signed-in', user: fakeUser, expiresAt: 1_000, offline: false, ...warned } as const;
const signedIn: ControllerState = { session, pair: stored.pair, warning: careful, retryAt: 40, coolUntil: 15 };
const signingIn = transition(INITIAL_STATE, { type: 'login-started' });
const signedOut = transition(signingIn, { type: 'login-failed', error: 'no' });

const expired = { type: 'expired', stored, now: 1_500 } as const;
const expiredOffline = (graceEndsAt: number): ControllerEvent => ({ ...expired, graceEndsAt, offline: true });

test('a session is valid while it is authenticated, has a user, and its expiry is in the future', () => {
  const others: SessionState[] = [
    { status: 'restoring' },
    { status: 'signing-in' },
    { status: 'signed-out', error: null },
  ];
  expect(isSessionValid(session, 999)).toBe(true);
  expect(isSessionValid(session, 1_000)).toBe(false);
  expect(others.map((state) => isSessionValid(state, 0))).toEqual([false, false, false]);
});

test('a failed sign-in is shown only by the form that waits for it', () => {
  const failed = { type: 'login-failed', error: 'no', code: 'rejected' } as const;
  const shown = { status: 'signed-out', error: 'no', errorCode: 'rejected' };
  expect(transition(signingIn, failed).session).toEqual(shown);
  expect(transition(signedIn, failed)).toBe(signedIn);
});

test('losing the server keeps the warning; signing out twice is one change', () => {
  expect(transition(signedIn, expiredOffline(2_000)).session).toEqual({ ...session, expiresAt: 2_000, offline: true });
  const before = { ...expired, graceEndsAt: 2_000, offline: false };
  expect(transition(signedIn, before)).toEqual({ ...signedIn, session: { ...session, expiresAt: 2_000 } });
  // Of the stored pair it is not known how far the clock was off at its issue.
  const pair = { ...stored.pair, clockOffsetMs: 7 };
  expect(transition({ ...signedIn, pair }, before).pair).toBe(pair);
  expect(transition({ ...signedIn, pair: { ...pair, accessToken: 'older' } }, before).pair).toBe(stored.pair);
  expect(transition(INITIAL_STATE, before).pair).toBe(stored.pair);
  const out = transition(signedIn, { type: 'logged-out' });
  expect(transition(out, { type: 'logged-out' }).session).toBe(out.session);
});

test('a sign-out forgets the code of a sign-in that the caller has given up', () => {
  const givenUp = transition(signingIn, { type: 'login-failed', error: null, code: 'network' });
  expect(givenUp.session).toEqual({ status: 'signed-out', error: null, errorCode: 'network' });
  expect(transition(givenUp, { type: 'logged-out' }).session).toEqual({ status: 'signed-out', error: null });
});

test('a session that is restored without the server does not show the warning of an earlier one', () => {
  const refreshed = transition(signingIn, { type: 'refreshed', stored, expiresAt: 3_000, warning: careful });
  const failed = transition(refreshed, { type: 'login-failed', error: 'no' });
  expect(transition(failed, expiredOffline(2_000)).session).toMatchObject({ offline: true, warning: null });
});

test('a sign-in forgets everything of the session before it', () => {
  expect(transition(signedIn, { type: 'login-started' })).toEqual({
    session: { status: 'signing-in' },
    pair: null,
    warning: null,
    retryAt: null,
    coolUntil: 0,
  });
});

test('a session that is found ends an outage and keeps the warning', () => {
  expect(transition(signedIn, { type: 'session-found', stored, expiresAt: 3_000 })).toEqual({
    session: { ...session, expiresAt: 3_000 },
    pair: stored.pair,
    warning: careful,
    retryAt: null,
    coolUntil: 0,
  });
});

test('a missing session leaves a waiting form and the error of a failed sign-in on screen', () => {
  const missing = { type: 'session-missing' } as const;
  expect(transition(signingIn, missing).session).toBe(signingIn.session);
  expect(transition(signedOut, missing).session).toBe(signedOut.session);
  expect(transition(signedIn, missing).session).toEqual({ status: 'signed-out', error: null });
});

test('a refresh during a sign-in changes no state that is shown', () => {
  const refreshed = { type: 'refreshed', stored, expiresAt: 3_000, warning: careful } as const;
  expect(transition(signingIn, refreshed)).toEqual({ ...signingIn, warning: careful });
  expect(transition(signedOut, refreshed).session).toMatchObject({ status: 'signed-in', ...warned });
});

test('past the grace period no session is restored, but a user who is signed in stays signed in', () => {
  expect(transition(INITIAL_STATE, expiredOffline(1_500)).session).toEqual({ status: 'restoring' });
  expect(transition(INITIAL_STATE, expiredOffline(1_501)).session).toMatchObject({
    status: 'signed-in',
    offline: true,
  });
  expect(transition(signedIn, expiredOffline(1_500)).session).toMatchObject({ status: 'signed-in', offline: true });
  expect(transition(signingIn, expiredOffline(9_000))).toBe(signingIn);
});

test('an outage and a wake-up change nothing that is shown', () => {
  const out = transition(signedIn, { type: 'server-unreachable', retryAt: 50, coolUntil: 25 });
  expect(out).toEqual({ ...signedIn, retryAt: 50, coolUntil: 25 });
  expect(transition(out, { type: 'woken' })).toEqual({ ...out, coolUntil: 0 });
});

test('a sign-out after a failed sign-in takes its error away', () => {
  expect(transition(signedOut, { type: 'logged-out' }).session).toEqual({ status: 'signed-out', error: null });
});

test('a session that is restored offline has no warning of an earlier one', () => {
  expect(transition(INITIAL_STATE, expiredOffline(9_000)).session).toMatchObject({ offline: true, warning: null });
});
