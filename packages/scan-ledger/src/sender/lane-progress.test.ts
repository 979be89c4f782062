import { expect, test } from 'vitest';
import { type LaneEvent, type LaneProgress, nextLaneProgress } from './lane-progress.ts';

const READY: LaneProgress = { kind: 'ready', requested: false };
const FAILED: LaneEvent = { kind: 'call-failed' };
const after = (...events: LaneEvent[]) => events.reduce(nextLaneProgress, READY);

test('failures in a row are counted, and an answer ends them', () => {
  expect(after(FAILED, FAILED)).toMatchObject({ kind: 'failing', failures: 2 });
  expect(after(FAILED, FAILED, { kind: 'answered' })).toEqual(READY);
});

test('a request during a call that fails makes the next attempt urgent, and does not repeat it at once', () => {
  const progress = after({ kind: 'requested' }, FAILED);
  expect(progress).toMatchObject({ requested: false, isUrgent: true });
  expect(nextLaneProgress(progress, FAILED)).toMatchObject({ failures: 2, isUrgent: false });
});

test('the next attempt is urgent where less is sent then', () => {
  expect(after(FAILED, { kind: 'call-failed', isHalved: true })).toMatchObject({ failures: 2, isUrgent: true });
});

test('a success of another lane begins the count again, and only there where something fails', () => {
  expect(after(FAILED, FAILED, FAILED, { kind: 'server-back' })).toMatchObject({ kind: 'failing', failures: 1 });
  expect(after({ kind: 'server-back' })).toEqual(READY);
});

test('reading the outbox serves the requests made before, and an answer keeps those made since', () => {
  expect(after({ kind: 'requested' }, { kind: 'outbox-read' })).toEqual(READY);
  expect(after({ kind: 'outbox-read' }, { kind: 'requested' }, { kind: 'answered' })).toEqual({
    kind: 'ready',
    requested: true,
  });
});

test('a rejected session and a failed storage are problems to show, a lost network is none', () => {
  expect(after({ kind: 'call-failed', message: 'Sign in again.' })).toMatchObject({
    problem: { code: 'refused', message: 'Sign in again.' },
  });
  expect(after(FAILED)).toMatchObject({ problem: null });
  const problem = { code: 'quota', message: 'No room.' } as const;
  expect(after({ kind: 'storage-failed', problem })).toMatchObject({ problem });
});
