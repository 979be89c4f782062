import type { SessionState } from '@scantix/auth-session';
import { createFakeAuthSession, fakeUser } from '@scantix/auth-session/testing';
import { expect, test } from 'vitest';
import { createSessionFetch } from './session-fetch.ts';

const signedIn = (id = fakeUser.id): SessionState => ({
  status: 'signed-in',
  user: { ...fakeUser, id },
  expiresAt: Number.MAX_SAFE_INTEGER,
  offline: false,
  warning: null,
});

/** A session whose calls are never answered, and the signals that they were made with. */
function open() {
  const signals: (AbortSignal | null | undefined)[] = [];
  const session = createFakeAuthSession(signedIn(), {
    fetch: (_input, init) => {
      signals.push(init?.signal);
      return new Promise(() => {});
    },
  });
  return { session, signals, fetch: createSessionFetch(session) };
}

test('what is being read ends with a sign-out, and nothing more is read until somebody signs in', () => {
  const { session, signals, fetch } = open();
  void fetch('/tickets/v0/snapshot', { method: 'GET' });
  session.setState({ status: 'signed-out', error: null });
  void fetch('/tickets/v0/snapshot?checkpoint=1');
  session.setState(signedIn());
  void fetch('/config/v0/scanner');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, false]);
});

test('what is being read ends with a sign-in of somebody else', () => {
  const { session, signals, fetch } = open();
  void fetch('/tickets/v0/snapshot', { method: 'GET' });
  session.setState(signedIn('another'));
  void fetch('/config/v0/scanner');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test('a renewed session of the same clerk ends nothing', () => {
  const { session, signals, fetch } = open();
  void fetch('/config/v0/scanner');
  session.setState({ ...signedIn(), offline: true } as SessionState);
  expect(signals[0]?.aborted).toBe(false);
});

test("a caller's own abort still ends a reading", () => {
  const { signals, fetch } = open();
  const leaving = new AbortController();
  void fetch('/config/v0/scanner', { signal: leaving.signal });
  leaving.abort();
  expect(signals[0]?.aborted).toBe(true);
});

test('what is being sent goes on after a sign-out: the server may have it already', () => {
  const { session, signals, fetch } = open();
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  session.setState({ status: 'signed-out', error: null });
  expect(signals[0]?.aborted ?? false).toBe(false);
});

test('what is being sent ends with a sign-in of somebody else: it must not be repeated with their token', () => {
  const { session, signals, fetch } = open();
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  session.setState({ status: 'signed-out', error: null });
  session.setState(signedIn('another'));
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});
