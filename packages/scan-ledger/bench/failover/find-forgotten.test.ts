import { expect, test } from 'vitest';
import { findForgotten } from './find-forgotten.ts';

const acknowledged = [{ id: 'a', at: 10_000 }];
const kept = { id: 'a', offeredAgain: false, receivedAt: 9_990 };

test('a scan that was acknowledged and is in the database is not forgotten', () => {
  expect(findForgotten(acknowledged, [kept])).toEqual([]);
});

test('an acknowledged scan that is not in the database is forgotten', () => {
  expect(findForgotten(acknowledged, [])).toEqual(['a is not in the database']);
});

test('an acknowledged scan that its device had to offer again is forgotten', () => {
  const offered = { ...kept, offeredAgain: true };
  expect(findForgotten(acknowledged, [offered])).toEqual(['a was lost, and offered again by its device']);
});

test('a scan that was recorded anew after its first acknowledgement is forgotten, whatever was told later', () => {
  const anew = { ...kept, receivedAt: 20_000 };
  const told = [{ id: 'a', at: 20_010 }, ...acknowledged];
  expect(findForgotten(told, [anew])).toEqual(['a was recorded anew after it had been acknowledged']);
});

test('a scan that nobody was told of may be missing or new', () => {
  expect(findForgotten([], [])).toEqual([]);
  expect(findForgotten([], [{ ...kept, offeredAgain: true }])).toEqual([]);
});
