import { expect, test } from 'vitest';
import { isClosed, nextSendProgress, type SendEvent, type SendProgress } from './send-progress.ts';

const NOW = 1_000_000;
const READY: SendProgress = { kind: 'ready', requested: false };
const after = (...events: SendEvent[]) => events.reduce(nextSendProgress, READY);
const callFailed = (more: Partial<Extract<SendEvent, { kind: 'call-failed' }>> = {}): SendEvent => ({
  kind: 'call-failed',
  now: NOW,
  ...more,
});

test('failures in a row are counted, and an answer ends them', () => {
  expect(after(callFailed(), callFailed())).toMatchObject({ kind: 'failing', failures: 2 });
  expect(after(callFailed(), callFailed(), { kind: 'answered' })).toEqual(READY);
});

test('a request during a call that fails makes the next attempt urgent, and does not repeat it at once', () => {
  const progress = after({ kind: 'requested' }, callFailed());
  expect(progress).toMatchObject({ requested: false, isUrgent: true });
  expect(nextSendProgress(progress, callFailed())).toMatchObject({ failures: 2, isUrgent: false });
});

test('reading the outbox serves the requests made before, and an answer keeps those made since', () => {
  expect(after({ kind: 'requested' }, { kind: 'outbox-read' })).toEqual(READY);
  expect(after({ kind: 'outbox-read' }, { kind: 'requested' }, { kind: 'answered' })).toEqual({
    kind: 'ready',
    requested: true,
  });
});

test('a delay that the server asked for closes it until then, unless the clock was set back', () => {
  const progress = after(callFailed({ retryAfterMs: 45_000 }));
  expect([NOW, NOW + 44_999, NOW + 45_000, NOW - 1].map((now) => isClosed(progress, now))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const started = nextSendProgress(progress, { kind: 'attempt-started' });
  expect(isClosed(started, NOW)).toBe(false);
});

test('a rejected session and a failed storage are problems to show, a lost network is none', () => {
  expect(after(callFailed({ message: 'Sign in again.' }))).toMatchObject({
    problem: { code: 'refused', message: 'Sign in again.' },
  });
  expect(after(callFailed())).toMatchObject({ problem: null });
  const problem = { code: 'quota', message: 'No room.' } as const;
  expect(after({ kind: 'storage-failed', problem })).toMatchObject({ problem });
});
