import { expect, test } from 'vitest';
import { GIVE_UP_AFTER_MS, messageDelayMs, outcomeOf, receiverDelayMs } from './retry-plan.ts';
import type { Attempt } from './send-message.ts';
import { judgeTurn } from './settle-turn.ts';

const answered = (status: number, retryAfterMs: number | null = null): Attempt => ({
  ...{ kind: 'answered', status, retryAfterMs },
});
const FAILED: Attempt = { kind: 'failed', error: 'timeout' };
const message = {
  ...{ type: 'scan.accepted', id: '1', sequence: 1, data: 'null', attempts: 0 },
  ...{ created_at: new Date(0), waiting_since: new Date(0) },
};
const judge = (attempts: Attempt[], failures = 0, jitter = 0.5) =>
  judgeTurn(
    attempts.map((attempt) => ({ message, attempt })),
    { failures },
    jitter,
  );

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [301, 'unavailable'],
  [400, 'refused'],
  [401, 'unavailable'],
  [404, 'unavailable'],
  [410, 'gone'],
  [422, 'refused'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [null, 'unavailable'],
])('the status %s means %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

test('a receiver that takes one message works, whatever becomes of the others', () => {
  expect(judge([answered(500), answered(204), FAILED]).kind).toBe('working');
  expect(judge([answered(422), answered(204)]).kind).toBe('working');
  expect(judge([]).kind).toBe('untried');
});

test('a receiver that takes no message and judges one refuses, and has the time that it asks for', () => {
  expect(judge([answered(422)])).toEqual({ kind: 'refusing', retryAfterMs: 0 });
  expect(judge([FAILED, answered(422)])).toEqual({ kind: 'refusing', retryAfterMs: 0 });
  expect(judge([answered(429, 60_000), answered(422)])).toEqual({ kind: 'refusing', retryAfterMs: 60_000 });
});

test('a receiver that works and asks for time has it, up to a day', () => {
  expect(judge([answered(204), answered(429, 60_000)])).toEqual({ kind: 'working', retryAfterMs: 60_000 });
  expect(judge([answered(204), answered(429, 90_000_000_000)])).toEqual({ kind: 'working', retryAfterMs: 86_400_000 });
  expect(judge([answered(204, 60_000)])).toEqual({ kind: 'working', retryAfterMs: 0 });
});

test('a receiver that takes nothing is left alone for longer and longer', () => {
  const delays = [0, 1, 2, 3, 4, 5, 6, 60].map((failures) => judge([FAILED], failures));
  const seconds = [5, 30, 120, 300, 600, 900, 900, 900];
  expect(delays).toEqual(seconds.map((s) => ({ kind: 'unavailable', retryAfterMs: s * 1000 })));
});

test('a receiver may ask for more time, up to a day, and never for less', () => {
  expect(judge([answered(503, 60_000)])).toEqual({ kind: 'unavailable', retryAfterMs: 60_000 });
  expect(judge([answered(503, 1_000)])).toEqual({ kind: 'unavailable', retryAfterMs: 5_000 });
  expect(judge([answered(429, 90_000_000_000)])).toEqual({ kind: 'unavailable', retryAfterMs: 86_400_000 });
});

test('a receiver that is gone says so once', () => {
  expect(judge([answered(204), answered(410)])).toEqual({ kind: 'gone' });
});

test('delays spread by a fifth in both directions', () => {
  expect([0, 1].map((jitter) => Math.round(receiverDelayMs(1, { jitter })))).toEqual([4_000, 6_000]);
});

test('a message that is not taken is tried nine times within the three days before it is given up', () => {
  let age = 0;
  let tries = 1;
  for (; age < GIVE_UP_AFTER_MS; tries += 1) age += messageDelayMs(tries, { jitter: 0.5 });
  expect(tries).toBe(10);
});
