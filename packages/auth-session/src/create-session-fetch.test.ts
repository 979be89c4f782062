import { expect, test } from 'vitest';
import { createSessionFetch, type SessionState } from './index.ts';
import { createFakeAuthSession, fakeUser } from './testing/index.ts';

const signedIn = (id = fakeUser.id): SessionState => ({
  status: 'signed-in',
  user: { ...fakeUser, id },
  expiresAt: Number.MAX_SAFE_INTEGER,
  offline: false,
  warning: null,
});

/** A session whose calls are never answered, and the signals of those calls. */
function open(initial: SessionState = signedIn()) {
  const signals: (AbortSignal | null | undefined)[] = [];
  const session = createFakeAuthSession(initial, {
    fetch: (_input, init) => {
      signals.push(init?.signal);
      return new Promise(() => {});
    },
  });
  return { session, signals, fetch: createSessionFetch(session) };
}

test('a sign-out aborts GETs, and a new GET is aborted until somebody signs in', () => {
  const { session, signals, fetch } = open();
  void fetch('/tickets/v0/snapshot', { method: 'GET' });
  session.setState({ status: 'signed-out', error: null });
  void fetch('/tickets/v0/snapshot?checkpoint=1');
  session.setState(signedIn());
  void fetch('/config/v0/scanner');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, false]);
});

test('the sign-in of another user aborts GETs', () => {
  const { session, signals, fetch } = open();
  void fetch('/tickets/v0/snapshot', { method: 'GET' });
  session.setState(signedIn('another'));
  void fetch('/config/v0/scanner');
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test('a renewed session of the same user aborts nothing', () => {
  const { session, signals, fetch } = open();
  void fetch('/config/v0/scanner');
  session.setState({ ...signedIn(), offline: true } as SessionState);
  expect(signals[0]?.aborted).toBe(false);
});

test('a call made before the session is restored is that user’s, and goes on', () => {
  const { session, signals, fetch } = open({ status: 'restoring' });
  void fetch('/config/v0/scanner');
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  session.setState(signedIn());
  expect(signals.map((signal) => signal?.aborted)).toEqual([false, false]);
  session.setState(signedIn('another'));
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, true]);
});

test("a caller's own abort still ends a GET", () => {
  const { signals, fetch } = open();
  const leaving = new AbortController();
  void fetch('/config/v0/scanner', { signal: leaving.signal });
  leaving.abort();
  expect(signals[0]?.aborted).toBe(true);
});

test('a write continues after a sign-out: the server may have it already', () => {
  const { session, signals, fetch } = open();
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  session.setState({ status: 'signed-out', error: null });
  expect(signals[0]?.aborted ?? false).toBe(false);
});

test('the sign-in of another user aborts writes: they must not be repeated with that user’s token', () => {
  const { session, signals, fetch } = open();
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  session.setState({ status: 'signed-out', error: null });
  session.setState(signedIn('another'));
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
});

test('the same user’s next sign-in does not abort a write of the session before', () => {
  const { session, signals, fetch } = open();
  void fetch('/scantix/v0/scanner/scans', { method: 'POST', body: '{}' });
  session.setState({ status: 'signed-out', error: null });
  session.setState(signedIn());
  expect(signals[0]?.aborted).toBe(false);
});

test('a Request has its own method and signal', () => {
  const { session, signals, fetch } = open();
  const leaving = new AbortController();
  void fetch(new Request('http://fake.test/tickets/v0/snapshot', { signal: leaving.signal }));
  void fetch(new Request('http://fake.test/scantix/v0/scanner/scans', { method: 'POST', body: '{}' }));
  leaving.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  session.setState({ status: 'signed-out', error: null });
  expect(signals[1]?.aborted).toBe(false);
});
