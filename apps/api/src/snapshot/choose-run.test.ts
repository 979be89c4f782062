import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AgedSegment, chooseRun } from './choose-run.ts';

const MAX_ROWS = 100;

/** Segments one after the other, from pairs of rows and of those that are still the newest. */
const segments = (ages: readonly (readonly [rows: number, live: number])[]): AgedSegment[] =>
  ages.map(([rows, live], index) => ({
    ...{ sha256: Uint8Array.of(index), from: index, to: index + 1, rows, format: 1, live },
  }));

/** The chosen ones of segments `rows/live`. */
function choose(text: string): number[] {
  const ages = text.split(' ').map((age) => age.split('/').map(Number) as [number, number]);
  return chooseRun(segments(ages), MAX_ROWS).map(({ from }) => from);
}

test.each([
  ['fresh ones stay', '100/100 100/100', []],
  ['one that is less than half stale stays', '100/51', []],
  ['one that is half stale is sealed anew', '100/100 100/50', [1]],
  ['neighbours whose rows together are half stale become one', '100/90 100/10', [0, 1]],
  ['as many neighbours as fit become one', '100/20 100/20 100/20 100/90', [0, 1, 2]],
  ['many small ones become one', '10/10 10/10 10/10 10/10', [0, 1, 2, 3]],
  ['three small ones stay', '10/10 10/10 10/10', []],
  ['one without any row that is the newest goes', '100/0', [0]],
  ['an empty one is not sealed anew for ever', '0/0', []],
])('%s', (_what, ages, chosen) => {
  expect(choose(ages)).toEqual(chosen);
});

test('where there are no segments, there is nothing to seal anew', () => {
  expect(chooseRun([], MAX_ROWS)).toEqual([]);
});

test('sealing anew ends, and leaves segments of which most is fresh', () => {
  const age = fc
    .tuple(fc.nat(MAX_ROWS), fc.nat(100))
    .map(([rows, percent]) => [rows, Math.floor((rows * percent) / 100)] as const);
  fc.assert(
    fc.property(fc.array(age, { maxLength: 30 }), (ages) => {
      let held = segments(ages);
      for (let rounds = 0; ; rounds += 1) {
        expect(rounds).toBeLessThanOrEqual(ages.length);
        const chosen = chooseRun(held, MAX_ROWS);
        const [first, last] = [chosen.at(0), chosen.at(-1)];
        if (!first || !last) break;
        const live = chosen.reduce((sum, each) => sum + each.live, 0);
        expect(live).toBeLessThanOrEqual(MAX_ROWS);
        const made = live > 0 ? [{ ...first, to: last.to, rows: live, live }] : [];
        const at = held.indexOf(first);
        held = [...held.slice(0, at), ...made, ...held.slice(at + chosen.length)];
      }
      for (const { rows, live } of held) expect(rows === 0 || live * 2 > rows).toBe(true);
    }),
  );
});
