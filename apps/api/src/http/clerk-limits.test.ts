import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createClerkPace, createClerkSlots } from './clerk-limits.ts';

const refused = (code: string, retryAfterMs: number) => expect.objectContaining({ code, retryAfterMs });
const attempt = (work: () => unknown) => {
  try {
    work();
    return 'taken';
  } catch (error) {
    return error;
  }
};

test('a clerk has so many slots, and the process so many for all', () => {
  const slots = createClerkSlots({ perClerk: 2, total: 3, retryAfterMs: 5_000 });
  const leave = slots.enter('ada');
  slots.enter('ada');
  expect(attempt(() => slots.enter('ada'))).toEqual(refused('rate_limited', 5_000));
  slots.enter('ivo');
  expect(attempt(() => slots.enter('eva'))).toEqual(refused('unavailable', 5_000));
  leave();
  leave();
  expect(attempt(() => slots.enter('ada'))).toBe('taken');
  expect(attempt(() => slots.enter('ada'))).toEqual(refused('rate_limited', 5_000));
});

test('a clerk goes on at the pace, and is told when', () => {
  const clock = createFakeClock();
  const pace = createClerkPace({ clock, burst: 2, drainMs: 1_000 });
  for (let tries = 0; tries < 2; tries += 1) pace.take('ada');
  expect(attempt(() => pace.take('ada'))).toEqual(refused('rate_limited', 1_000));
  expect(attempt(() => pace.take('ivo'))).toBe('taken');
  clock.advance(400);
  expect(attempt(() => pace.take('ada'))).toEqual(refused('rate_limited', 600));
  clock.advance(600);
  expect(attempt(() => pace.take('ada'))).toBe('taken');
  clock.advance(-60_000);
  expect(attempt(() => pace.take('ada'))).toEqual(refused('rate_limited', 1_000));
  clock.advance(1_000);
  expect(attempt(() => pace.take('ada'))).toBe('taken');
});
