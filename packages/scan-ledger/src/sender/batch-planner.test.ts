import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatchPlanner } from './batch-planner.ts';

const toWaiting = (id: string, code = id) => ({ id, code });

/** Sends as the sender does until only failing scans are left, or too many calls were made. */
function callsUntilDelivered(count: number, poison: ReadonlySet<number>): number {
  const planner = createBatchPlanner();
  let waiting = Array.from({ length: count }, (_, index) => toWaiting(`scan ${index}`));
  const isPoison = (id: string) => poison.has(Number(id.slice(5)));
  for (let calls = 0; calls < 10_000; calls += 1) {
    if (waiting.every(({ id }) => isPoison(id))) return calls;
    const batch = planner.next(waiting.slice(0, planner.lookAhead));
    if (batch.some(isPoison)) planner.failed(batch);
    else {
      planner.succeeded(batch);
      waiting = waiting.filter(({ id }) => !batch.includes(id));
    }
  }
  return Number.POSITIVE_INFINITY;
}

test('wherever a few failing scans are, all the others are delivered', () => {
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
  let waiting = Array.from({ length: 10_000 }, (_, index) => toWaiting(`scan ${index}`));
  for (let failure = 0; failure < 700; failure += 1) planner.failed(planner.next(waiting.slice(0, planner.lookAhead)));
  let calls = 0;
  for (; waiting.length > 0; calls += 1) {
    const batch = planner.next(waiting.slice(0, planner.lookAhead));
    planner.succeeded(batch);
    const sent = new Set(batch);
    waiting = waiting.filter(({ id }) => !sent.has(id));
  }
  expect(calls).toBeLessThan(70);
});

test('scans of one barcode go in their order, whatever failed and whatever others do', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 60 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 30 }),
      (attempts, codes) => {
        const planner = createBatchPlanner();
        let waiting = codes.map((code, index) => toWaiting(`scan ${String(index).padStart(3, '0')}`, `code ${code}`));
        for (const fails of attempts) {
          if (waiting.length === 0) return;
          const batch = planner.next(waiting);
          for (const { id, code } of waiting.filter(({ id }) => batch.includes(id))) {
            const before = waiting.filter((other) => other.code === code && other.id < id);
            for (const other of before) expect(batch.indexOf(other.id)).toBeGreaterThanOrEqual(0);
          }
          if (fails) planner.failed(batch);
          else {
            planner.succeeded(batch);
            waiting = waiting.filter(({ id }) => !batch.includes(id));
          }
        }
      },
    ),
  );
});
