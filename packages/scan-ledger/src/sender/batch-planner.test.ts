import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBatchPlanner } from './batch-planner.ts';

const NOW = 1_000_000;
const toWaiting = (id: string, code = id) => ({ id, code });

/** A planner whose time the test moves: by default no scan is due before the others have gone. */
function setUp() {
  const clock = { now: NOW };
  const planner = createBatchPlanner({ now: () => clock.now, random: () => 1 });
  return { clock, planner };
}

test('a scan that failed alone waits for its own time, and so do later scans of its barcode', () => {
  const { clock, planner } = setUp();
  const waiting = [toWaiting('a', 'code'), toWaiting('b', 'code'), toWaiting('c')];
  planner.failed(['a']);
  expect(planner.next(waiting)).toEqual({ ids: ['c'], dueAt: NOW + 1_000 });
  planner.succeeded(['c']);
  clock.now = NOW + 999;
  expect(planner.next(waiting.slice(0, 2))).toEqual({ ids: [], dueAt: NOW + 1_000 });
  clock.now = NOW + 1_000;
  expect(planner.next(waiting.slice(0, 2))).toEqual({ ids: ['a', 'b'], dueAt: null });
});

test('where somebody asked for sending, what is put aside goes too, behind the others', () => {
  const { planner } = setUp();
  planner.failed(['a']);
  expect(planner.next([toWaiting('a'), toWaiting('b')], { isAsked: true }).ids).toEqual(['b']);
  expect(planner.next([toWaiting('a')], { isAsked: true }).ids).toEqual(['a']);
});

test('what another lane sends is left out, with later scans of its barcode, and has no time', () => {
  const { planner } = setUp();
  const waiting = [toWaiting('a', 'code'), toWaiting('b', 'code'), toWaiting('c')];
  expect(planner.next(waiting, { isHeld: (id) => id === 'a' })).toEqual({ ids: ['c'], dueAt: null });
});

test('many later scans of the barcode of a failing scan do not hide the others', () => {
  const { planner } = setUp();
  const waiting = Array.from({ length: 500 }, (_, index) => toWaiting(`scan ${index}`, 'one code'));
  waiting.push(toWaiting('other'));
  planner.failed(['scan 0']);
  const seen: string[] = [];
  for (let looks = 0; looks < 10; looks += 1) seen.push(...planner.next(waiting.slice(0, planner.lookAhead)).ids);
  expect(seen).toContain('other');
});

test('it looks past what it has put aside, and past what waits behind that', () => {
  const { planner } = setUp();
  const waiting = [toWaiting('a', 'code'), toWaiting('b', 'code'), toWaiting('c')];
  expect(planner.lookAhead).toBe(200);
  planner.failed(['a']);
  planner.next(waiting);
  expect(planner.lookAhead).toBe(203);
  planner.succeeded(['a']);
  planner.next(waiting.slice(1));
  expect(planner.lookAhead).toBe(200);
});

/** Sends as the sender does until only failing scans are left, or too many calls were made. */
function callsUntilDelivered(count: number, poison: ReadonlySet<number>): number {
  const { clock, planner } = setUp();
  let waiting = Array.from({ length: count }, (_, index) => toWaiting(`scan ${index}`));
  const isPoison = (id: string) => poison.has(Number(id.slice(5)));
  for (let calls = 0; calls < 10_000; calls += 1) {
    if (waiting.every(({ id }) => isPoison(id))) return calls;
    clock.now += 500;
    const batch = planner.next(waiting.slice(0, planner.lookAhead)).ids;
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

test('a failed batch halves the next one and puts none of its scans aside; a success doubles it', () => {
  const { planner } = setUp();
  const waiting = Array.from({ length: 8 }, (_, index) => toWaiting(`scan ${index}`));
  const first = (count: number) => waiting.slice(0, count).map(({ id }) => id);
  for (const [failing, next] of [
    [8, 4],
    [4, 2],
    [2, 1],
  ] as const) {
    planner.failed(first(failing));
    expect(planner.next(waiting)).toEqual({ ids: first(next), dueAt: null });
  }
  planner.succeeded([]);
  expect(planner.next(waiting).ids).toEqual(first(2));
});

test('of several that are put aside the one that is due first says when', () => {
  const { clock, planner } = setUp();
  planner.failed(['a']);
  clock.now += 500;
  planner.failed(['b']);
  expect(planner.next([toWaiting('a'), toWaiting('b')])).toEqual({ ids: [], dueAt: NOW + 1_000 });
});

test('after an outage that failed everybody, batches grow back to 200', () => {
  const { clock, planner } = setUp();
  let waiting = Array.from({ length: 10_000 }, (_, index) => toWaiting(`scan ${index}`));
  for (let failure = 0; failure < 700; failure += 1) {
    clock.now += 500;
    planner.failed(planner.next(waiting.slice(0, planner.lookAhead)).ids);
  }
  clock.now += 60_000;
  let calls = 0;
  for (; waiting.length > 0; calls += 1) {
    const batch = planner.next(waiting.slice(0, planner.lookAhead)).ids;
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
        const { clock, planner } = setUp();
        let waiting = codes.map((code, index) => toWaiting(`scan ${String(index).padStart(3, '0')}`, `code ${code}`));
        for (const fails of attempts) {
          if (waiting.length === 0) return;
          clock.now += 700;
          const batch = planner.next(waiting).ids;
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
