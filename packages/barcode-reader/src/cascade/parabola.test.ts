import { expect, test } from 'vitest';
import { createParabola } from './parabola.ts';

test('a parabola runs near the values that weigh', () => {
  const parabola = createParabola();
  for (const place of [-1, -0.6, -0.2, 0.2, 0.6, 1]) parabola.add(place, 100 + 20 * place - 10 * place * place, 3);
  parabola.add(0, 900, 0.001);
  const at = parabola.solve();
  for (const place of [-0.9, 0, 0.9])
    expect(Math.abs(at(place) - (100 + 20 * place - 10 * place * place))).toBeLessThan(3);
});

test('one with little weight bends little', () => {
  const parabola = createParabola();
  for (const [place, value] of [
    [-1, 0],
    [0, 9],
    [1, 0],
  ] as const)
    parabola.add(place, value, 1);
  expect(parabola.solve()(0)).toBeLessThan(9);
});
