import { expect, test } from 'vitest';
import * as z from 'zod';
import { createUuidSequence } from './create-uuid-sequence.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');

test('each is a UUIDv7 of its time', () => {
  const next = createUuidSequence();
  for (let count = 0; count < 1_000; count += 1) {
    const id = next(NOW + count);
    expect(z.uuidv7().safeParse(id).success).toBe(true);
    expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(NOW + count);
  }
});

test('they grow, also far more of them than a millisecond has room for, and while the time goes back', () => {
  const next = createUuidSequence();
  const ids = Array.from({ length: 20_000 }, (_, index) => next(index < 10_000 ? NOW : NOW - 3_600_000));
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  const last = Number.parseInt((ids.at(-1) ?? '').replace('-', '').slice(0, 12), 16);
  expect(last - NOW).toBeLessThan(20);
});

test('two sequences make different ones at the same time', () => {
  const sequences = Array.from({ length: 1_000 }, createUuidSequence);
  expect(new Set(sequences.map((next) => next(NOW))).size).toBe(1_000);
});
