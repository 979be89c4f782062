import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const empty = { found: false, moved: false };
const seen = { found: true, moved: false };

test('after a frame the decoder pauses as its share requires', () => {
  const pace = createPace({ busyShare: 0.5 });
  expect(pace.due(0)).toBe(true);
  pace.record({ at: 100, decodeMs: 40, ...seen });
  expect(pace.due(123)).toBe(false);
  expect(pace.due(124)).toBe(true);
});

test('a frame just before the end of a pause is decoded, and the next pause is longer', () => {
  const pace = createPace({ busyShare: 0.85 });
  let frames = 0;
  let freeAt = 0;
  for (let frame = 0; frame < 300; frame++) {
    const now = frame * 33.3;
    if (now < freeAt || !pace.due(now)) continue;
    frames++;
    freeAt = now + 30;
    pace.record({ at: freeAt, decodeMs: 30, ...seen });
  }
  expect((frames * 30) / (300 * 33.3)).toBeCloseTo(0.85, 1);
});

test('a scene that was static for ten seconds is decoded less often, until something moves', () => {
  const pace = createPace({ busyShare: 0.5, idleShare: 0.1 });
  pace.record({ at: 0, decodeMs: 10, ...seen });
  pace.record({ at: 10_001, decodeMs: 10, ...empty });
  expect(pace.due(10_001 + 73)).toBe(false);
  expect(pace.due(10_001 + 75)).toBe(true);
  pace.record({ at: 10_100, decodeMs: 10, found: false, moved: true });
  expect(pace.due(10_111)).toBe(true);
});

test('a decoder that became slow rests longer: the device is hot', () => {
  const pace = createPace({ busyShare: 0.5, idleAfterMs: 100_000 });
  for (let frame = 0; frame < 60; frame++) pace.record({ at: frame * 100, decodeMs: 10, ...empty });
  for (let frame = 60; frame < 120; frame++) pace.record({ at: frame * 100, decodeMs: 60, ...empty });
  expect(pace.due(11_900 + 61)).toBe(false);
  expect(pace.due(11_900 + 181)).toBe(true);
});

test('quick frames with a code do not make the others seem slow', () => {
  const pace = createPace({ busyShare: 0.5, idleAfterMs: 100_000 });
  for (let frame = 0; frame < 200; frame++) {
    pace.record({ at: frame * 100, ...(frame % 2 === 0 ? { decodeMs: 2, ...seen } : { decodeMs: 40, ...empty }) });
  }
  expect(pace.due(19_900 + 41)).toBe(true);
});
