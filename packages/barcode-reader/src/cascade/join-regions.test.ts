import { describe, expect, test } from 'vitest';
import { joinRegions } from './join-regions.ts';
import type { BarsRegion } from './regions.ts';

const part: BarsRegion = { x: 100, y: 100, angle: 0, lean: 0, fan: 0, length: 40, width: 50, score: 2 };

describe('regions of bars', () => {
  test('that lie one behind the other are one', () => {
    const [whole, ...others] = joinRegions([part, { ...part, x: 160 }, { ...part, x: 220 }], 0.5);
    expect(others).toEqual([]);
    expect(whole).toMatchObject({ x: 160, y: 100, length: 160, width: 50, score: 6 });
  });

  test('that lie far apart are joined where the gap may be as wide', () => {
    const ends = [part, { ...part, x: 300 }];
    expect(joinRegions(ends, 0.5)).toEqual([]);
    expect(joinRegions(ends, 5)).toMatchObject([{ x: 200, length: 240 }]);
  });

  test.each([
    ['of another direction', { ...part, x: 160, angle: 0.4 }],
    ['of another width', { ...part, x: 160, width: 15 }],
    ['side by side', { ...part, y: 160 }],
    ['one on the other', { ...part, x: 105 }],
  ])('%s are left apart', (_name, other) => {
    expect(joinRegions([part, other], 0.5)).toEqual([]);
  });

  test('keep the slope and the turn from one to the other, also across half a turn', () => {
    const up = { ...part, angle: Math.PI / 2 - 0.03 };
    const [whole] = joinRegions([up, { ...up, y: 160, x: 106, angle: -Math.PI / 2 + 0.03 }], 0.5);
    expect(whole?.angle).toBeCloseTo(Math.PI / 2);
    expect(whole?.fan).toBeCloseTo(0.06 / 60);
    expect(whole?.y).toBeCloseTo(130);
    expect(whole?.x).toBeCloseTo(103);
  });
});
