import { expect, test } from 'vitest';
import { createPutAside } from './put-aside.ts';

const NOW = 1_000_000;

function setUp() {
  const clock = { now: NOW };
  return { clock, aside: createPutAside({ now: () => clock.now, random: () => 1 }) };
}

test('each failure doubles the time of that one, and of no other', () => {
  const { aside } = setUp();
  for (const id of ['a', 'a', 'a', 'b']) aside.failed(id);
  expect(['a', 'b', 'c'].map((id) => [aside.failuresOf(id), aside.dueAt(id)])).toEqual([
    [3, NOW + 4_000],
    [1, NOW + 1_000],
    [0, null],
  ]);
  expect(aside.size).toBe(2);
});

test('an answer ends it', () => {
  const { aside } = setUp();
  aside.failed('a');
  aside.succeeded('a');
  expect([aside.size, aside.failuresOf('a'), aside.dueAt('a')]).toEqual([0, 0, null]);
});

test('a clock that was set back does not prolong it', () => {
  const { clock, aside } = setUp();
  aside.failed('a');
  clock.now -= 3_600_000;
  expect(aside.dueAt('a')).toBe(clock.now);
});
