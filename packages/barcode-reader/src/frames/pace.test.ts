import { expect, test } from 'vitest';
import { createPace } from './pace.ts';

test('after a look the decoder rests as its share says', () => {
  const pace = createPace({ busyShare: 0.5 });
  expect(pace.due(0)).toBe(true);
  pace.looked({ at: 100, decodeMs: 20, lively: true });
  expect(pace.due(119)).toBe(false);
  expect(pace.due(120)).toBe(true);
});

test('a scene that has been dead for ten seconds is looked at less, until something moves', () => {
  const pace = createPace({ busyShare: 0.5, idleShare: 0.1 });
  pace.looked({ at: 0, decodeMs: 10, lively: true });
  pace.looked({ at: 10_001, decodeMs: 10, lively: false });
  expect(pace.due(10_001 + 89)).toBe(false);
  expect(pace.due(10_001 + 91)).toBe(true);
  pace.looked({ at: 10_100, decodeMs: 10, lively: true });
  expect(pace.due(10_111)).toBe(true);
});

test('a decoder that became slow rests twice as much: the device is hot', () => {
  const pace = createPace({ busyShare: 0.5 });
  for (let look = 0; look < 50; look++) pace.looked({ at: look * 100, decodeMs: 10, lively: true });
  for (let look = 50; look < 100; look++) pace.looked({ at: look * 100, decodeMs: 40, lively: true });
  expect(pace.due(9900 + 41)).toBe(false);
  expect(pace.due(9900 + 121)).toBe(true);
});
