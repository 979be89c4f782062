import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('retries come after 0.5 to 1 s at first and at most a minute later on, jittered', () => {
  expect([backoffMs(1, () => 0), backoffMs(1, () => 1)]).toEqual([500, 1_000]);
  expect([backoffMs(4, () => 0), backoffMs(4, () => 1)]).toEqual([4_000, 8_000]);
  fc.assert(
    fc.property(fc.integer({ min: 7, max: 1_000_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (nth, random) => {
      const delay = backoffMs(nth, () => random);
      expect(delay).toBeGreaterThanOrEqual(30_000);
      expect(delay).toBeLessThanOrEqual(60_000);
    }),
  );
});
