import { expect, test } from 'vitest';
import { rankRetail } from './rank-retail.ts';
import { layoutsOf } from './retail-layouts.ts';

const [ean8] = layoutsOf(['ean_8']);
if (!ean8) throw new Error('There is a layout for it.');

/** The rests of a profile whose digits fit those of a text, and their neighbours less well. */
const restsOf = (text: string, ofNeighbour: number) =>
  [...text].map((digit) =>
    Array.from({ length: 20 }, (_, shape) =>
      shape === Number(digit) ? 0 : shape === (Number(digit) + 1) % 10 ? ofNeighbour : 10,
    ),
  );

test('the code with the smallest rest is the likeliest, with the rest of the next one', () => {
  expect(rankRetail(ean8, restsOf('96385074', 1), 0.5)).toMatchObject({ text: '96385074', rest: 0.5 });
  const [near, far] = [0.1, 1].map((ofNeighbour) => rankRetail(ean8, restsOf('96385074', ofNeighbour), 0.5));
  // Two digits differ at least where the check digit is right.
  expect(near?.nextRest).toBeGreaterThanOrEqual(0.7);
  expect(near?.nextRest).toBeLessThan(1);
  expect(far?.nextRest).toBeGreaterThan(near?.nextRest ?? Number.NaN);
});

test('a text with a wrong check digit is no code, however well it fits', () => {
  expect(rankRetail(ean8, restsOf('96385075', 1), 0)?.text).not.toBe('96385075');
});
