import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

const empty = { found: false, moved: false };
const seen = { found: true, moved: false };

test('after a look the decoder rests as its share says', () => {
  const pace = createPace({ busyShare: 0.5 });
  expect(pace.due(0)).toBe(true);
  pace.record({ at: 100, decodeMs: 40, ...seen });
  expect(pace.due(123)).toBe(false);
  expect(pace.due(124)).toBe(true);
});

test('a frame that comes just before the rest is over is looked at, and the rest made up for', () => {
  const pace = createPace({ busyShare: 0.85 });
  let looks = 0;
  let freeAt = 0;
  for (let frame = 0; frame < 300; frame++) {
    const now = frame * 33.3;
    if (now < freeAt || !pace.due(now)) continue;
    looks++;
    freeAt = now + 30;
    pace.record({ at: freeAt, decodeMs: 30, ...seen });
  }
  expect((looks * 30) / (300 * 33.3)).toBeCloseTo(0.85, 1);
});

test('a scene that has been dead for ten seconds is looked at less, until something moves', () => {
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
  for (let look = 0; look < 60; look++) pace.record({ at: look * 100, decodeMs: 10, ...empty });
  for (let look = 60; look < 120; look++) pace.record({ at: look * 100, decodeMs: 60, ...empty });
  expect(pace.due(11_900 + 61)).toBe(false);
  expect(pace.due(11_900 + 181)).toBe(true);
});

test('quick looks that found a code do not make the others seem slow', () => {
  const pace = createPace({ busyShare: 0.5, idleAfterMs: 100_000 });
  for (let look = 0; look < 200; look++) {
    pace.record({ at: look * 100, ...(look % 2 === 0 ? { decodeMs: 2, ...seen } : { decodeMs: 40, ...empty }) });
  }
  expect(pace.due(19_900 + 41)).toBe(true);
});
