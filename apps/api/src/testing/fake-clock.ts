import type { Clock } from '../system/clock.ts';

/** A clock that a test moves. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
}

export function createFakeClock(startsAt = Date.UTC(2026, 10, 21, 9, 0, 0)): FakeClock {
  let now = startsAt;
  return {
    now: () => now,
    advance(ms) {
      now += ms;
    },
  };
}
