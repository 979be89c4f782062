import { expect, test } from 'vitest';
import { centreOf, pointOnScreen } from './point-on-screen.ts';

const video = { width: 1280, height: 720 };

test.each([
  ['the middle stays the middle', { x: 640, y: 360 }, { width: 390, height: 844 }, { x: 195, y: 422 }],
  ['a tall box cuts the sides', { x: 0, y: 720 }, { width: 360, height: 720 }, { x: -460, y: 720 }],
  ['a wide box cuts top and bottom', { x: 1280, y: 0 }, { width: 2560, height: 720 }, { x: 2560, y: -360 }],
])('%s', (_, point, box, place) => {
  expect(pointOnScreen(point, video, box)).toEqual(place);
});

test('a tilted code has its centre between its corners', () => {
  const at = (x: number, y: number) => ({ x, y });
  expect(centreOf([at(0, 10), at(10, 0), at(20, 10), at(10, 20)])).toEqual({ x: 10, y: 10 });
});
