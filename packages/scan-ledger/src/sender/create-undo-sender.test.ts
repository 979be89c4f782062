import { type ApiOutcome, NO_ANSWER_HEADERS, type Undo, type UndoResult } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createUndoSender } from './create-undo-sender.ts';

const broken: ApiOutcome<UndoResult> = {
  ok: false,
  failure: { kind: 'refused', status: 503, code: 'unavailable', message: '', answer: NO_ANSWER_HEADERS },
};
const lost: ApiOutcome<UndoResult> = { ok: false, failure: { kind: 'unreachable', cause: null } };

/** A sender of the undos of these scans; those in `outcomes` fail. */
function setUp(scanIds: string[], outcomes: Record<string, ApiOutcome<UndoResult>> = {}) {
  const clock = createFakeClock();
  let waiting = scanIds.map((scanId) => ({ scanId, undo: { id: `undo of ${scanId}` } as Undo }));
  const calls: string[] = [];
  const limits: number[] = [];
  const stopping = new AbortController();
  const sender = createUndoSender({
    ...{ clock, random: () => 1, onSettled: vi.fn() },
    store: {
      async waitingUndos({ limit }) {
        limits.push(limit);
        return waiting.slice(0, limit);
      },
      async settleUndo({ scanId }) {
        waiting = waiting.filter((undo) => undo.scanId !== scanId);
      },
    },
  });
  const transport = {
    async undo(scanId: string): Promise<ApiOutcome<UndoResult>> {
      calls.push(scanId);
      const value: UndoResult = { id: 'undo', scan_id: scanId, status: 'recorded' };
      return outcomes[scanId] ?? { ok: true, value, answer: NO_ANSWER_HEADERS };
    },
  };
  const next = (isAsked = false) =>
    sender.sendNext('north', { transport, isAsked, onRead() {}, signal: stopping.signal });
  return { clock, sender, calls, limits, outcomes, stopping, next };
}

test('all undos are sent, a few at a time', async () => {
  const { calls, next } = setUp(['a', 'b', 'c', 'd', 'e', 'f']);
  expect([await next(), calls.length, await next(), calls.length]).toEqual([{ kind: 'sent' }, 5, { kind: 'sent' }, 6]);
  expect(await next()).toEqual({ kind: 'empty', dueAt: null });
});

test('an undo that fails has a time of its own and delays none of the others', async () => {
  const { clock, calls, next } = setUp(['a', 'b'], { a: broken });
  expect([await next(), calls]).toEqual([{ kind: 'failed', failure: {} }, ['a', 'b']]);
  expect(await next()).toEqual({ kind: 'empty', dueAt: clock.now() + 1_000 });
  clock.advance(1_000);
  await next();
  expect(await next()).toEqual({ kind: 'empty', dueAt: clock.now() + 2_000 });
  expect(calls).toEqual(['a', 'b', 'a']);
});

test('five that fail do not hide the sixth', async () => {
  const { calls, next } = setUp(['a', 'b', 'c', 'd', 'e', 'f'], {
    a: broken,
    b: broken,
    c: broken,
    d: broken,
    e: broken,
  });
  await next();
  expect(await next()).toEqual({ kind: 'sent' });
  expect(calls.at(-1)).toBe('f');
});

test('without a network no further call is made', async () => {
  const { calls, next } = setUp(['a', 'b'], { a: lost });
  expect([await next(), calls]).toEqual([{ kind: 'failed', failure: {} }, ['a']]);
});

test.each([
  ['somebody asks', true],
  ['the server has answered for the scan', false],
])('an undo that failed is tried at once where %s', async (_when, isAsked) => {
  const { sender, calls, next } = setUp(['a'], { a: broken });
  await next();
  if (!isAsked) sender.scansSettled(['a']);
  await next(isAsked);
  expect(calls).toEqual(['a', 'a']);
});

test('undos that failed at different times are tried again each at its own, and count no more once they are settled', async () => {
  const { clock, sender, limits, outcomes, next } = setUp(['a', 'b'], { a: broken });
  outcomes.b = broken;
  await next();
  clock.advance(400);
  sender.scansSettled(['b']);
  await next();
  expect(await next()).toEqual({ kind: 'empty', dueAt: clock.now() + 600 });
  clock.advance(1_000);
  delete outcomes.a;
  delete outcomes.b;
  expect(await next()).toEqual({ kind: 'sent' });
  await next();
  expect(limits).toEqual([5, 6, 7, 7, 5]);
});

test('a stop ends it', async () => {
  const { stopping, calls, next } = setUp(['a', 'b']);
  stopping.abort();
  expect([await next(), calls]).toEqual([{ kind: 'empty' }, []]);
});
