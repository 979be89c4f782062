import { expect, test } from 'vitest';
import type { Hint } from '../quality/frame-quality.ts';
import { chooseHint, type ScannerHint } from './choose-hint.ts';

const LENS = { torchOn: false, canZoomIn: false };

test.each<[number, Hint | null, ScannerHint | null]>([
  [0, 'turn-on-light', null],
  [999, 'hold-still', null],
  [1_000, null, null],
  [1_000, 'turn-on-light', 'turn-on-light'],
  [1_000, 'hold-still', 'hold-still'],
  [1_000, 'tilt', 'tilt'],
  [1_000, 'centre', null],
  [2_999, 'centre', null],
  [3_000, 'centre', 'centre'],
  [3_000, null, 'centre'],
  [3_000, 'move-closer', 'move-closer'],
  [5_999, 'centre', 'centre'],
  [6_000, 'centre', 'move-closer'],
  [6_000, null, 'move-closer'],
  [6_000, 'tilt', 'tilt'],
  [9_999, 'turn-on-light', 'turn-on-light'],
  [10_000, 'turn-on-light', 'type-the-code'],
  [60_000, null, 'type-the-code'],
])('after %i ms with %s in the picture: %s', (waitedMs, seen, hint) => {
  expect(chooseHint({ waitedMs, seen, ...LENS })).toBe(hint);
});

test('a lens that zooms is offered instead of moving closer', () => {
  expect(chooseHint({ waitedMs: 6_000, seen: null, torchOn: false, canZoomIn: true })).toBe('zoom-in');
});

test('a torch that is on is not asked for', () => {
  expect(chooseHint({ waitedMs: 3_000, seen: 'turn-on-light', torchOn: true, canZoomIn: false })).toBe('centre');
});
