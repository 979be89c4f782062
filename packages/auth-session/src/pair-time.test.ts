import { expect, test } from 'vitest';
import { createPairTime } from './pair-time.ts';
import { createServerTime } from './server-time.ts';
import { createFakeClock } from './testing/index.ts';
import type { TokenPair } from './token-pair.ts';

const START = Date.UTC(2026, 10, 21, 9);
const MINUTE_MS = 60_000;

/** A pair that expires after an hour, of a server that shows no `Date`. */
const createPair = (accessToken: string): TokenPair => ({
  ...{ accessToken, expiresAt: START + 60 * MINUTE_MS },
  ...{ refreshToken: 'refresh', refreshExpiresAt: null, clockOffsetMs: null },
});
const ofAda = createPair('ada');
const ofBob = createPair('bob');

function setUp() {
  const clock = createFakeClock(START);
  const seen: [string, number][] = [];
  const time = createPairTime({
    ...{ clock, serverTime: createServerTime(clock, () => {}), offlineGraceMs: 0, getKnown: () => null },
    onSeen: ({ accessToken }, seenMs) => seen.push([accessToken, seenMs - START]),
  });
  return { clock, seen, time };
}

test('the time of a pair that is asked for is noted once a minute, and first a minute after the first question', () => {
  const { clock, seen, time } = setUp();
  time.hasExpired(ofAda);
  clock.jump(MINUTE_MS - 1);
  time.hasExpired(ofAda);
  expect(seen).toEqual([]);
  clock.jump(1);
  time.hasExpired(ofAda);
  time.hasExpired(ofAda);
  expect(seen).toEqual([['ada', MINUTE_MS]]);
  time.hasExpired(ofBob);
  clock.jump(MINUTE_MS);
  time.hasExpired(ofBob);
  expect(seen).toEqual([
    ['ada', MINUTE_MS],
    ['bob', 2 * MINUTE_MS],
  ]);
});

test('a pair of an earlier page is as late as was noted, and later by what has passed since; no other pair is', async () => {
  const { clock, time } = setUp();
  await clock.advance(5 * MINUTE_MS);
  clock.jump(-5 * MINUTE_MS);
  time.resume(ofAda, START + 50 * MINUTE_MS);
  // A start that cannot read the note takes nothing away.
  time.resume(ofAda, null);
  await clock.advance(10 * MINUTE_MS - 1);
  expect(time.hasExpired(ofAda)).toBe(false);
  await clock.advance(1);
  expect(time.hasExpired(ofAda)).toBe(true);
  expect(time.hasExpired(ofBob)).toBe(false);
});
