import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatchPlanner } from './batch-planner.ts';

/** Sends as the sender does until only the poison is left, or too many calls were made. */
function callsUntilDelivered(count: number, poison: ReadonlySet<number>): number {
  const planner = createBatchPlanner();
  let waiting = Array.from({ length: count }, (_, index) => `scan ${index}`);
  const isPoison = (id: string) => poison.has(Number(id.slice(5)));
  for (let calls = 0; calls < 10_000; calls += 1) {
    if (waiting.every(isPoison)) return calls;
    const batch = planner.next(waiting.slice(0, planner.lookAhead));
    if (batch.some(isPoison)) planner.failed(batch);
    else {
      planner.succeeded(batch);
      waiting = waiting.filter((id) => !batch.includes(id));
    }
  }
  return Number.POSITIVE_INFINITY;
}

test('wherever a few poison scans stand, all the others are delivered', () => {
  const poisoned = fc.record({
    count: fc.integer({ min: 1, max: 600 }),
    poison: fc.uniqueArray(fc.nat(599), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(poisoned, ({ count, poison }) => {
      expect(callsUntilDelivered(count, new Set(poison))).toBeLessThan(50 + 30 * poison.length);
    }),
  );
});

test('after an outage that failed everybody, batches grow back to 200', () => {
  const planner = createBatchPlanner();
  let waiting = Array.from({ length: 10_000 }, (_, index) => `scan ${index}`);
  for (let failure = 0; failure < 700; failure += 1) planner.failed(planner.next(waiting.slice(0, planner.lookAhead)));
  let calls = 0;
  for (; waiting.length > 0; calls += 1) {
    const batch = planner.next(waiting.slice(0, planner.lookAhead));
    planner.succeeded(batch);
    const sent = new Set(batch);
    waiting = waiting.filter((id) => !sent.has(id));
  }
  expect(calls).toBeLessThan(70);
});
