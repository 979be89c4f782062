import { expect, test } from 'vitest';
import { createRowRestorer, type Treatment } from './restore-rows.ts';

/** Bars of one to four modules, three columns a module. */
const bars = [1, 2, 1, 1, 3, 1, 1, 4, 2, 1, 1, 1, 2, 3, 1, 1, 1, 2, 1, 4, 1, 1, 2, 1, 1, 3, 2, 1, 1, 1].flatMap(
  (modules, at) => Array<number>(modules * 3).fill(at % 2 === 0 ? 0 : 1),
);
const columns = bars.length;
const sharp: Treatment = { sigma: 1, amount: 0, gamma: 1 };

function blurred(values: readonly number[], sigma: number): number[] {
  return values.map((_, at) => {
    let [sum, total] = [0, 0];
    for (let d = -12; d <= 12; d++) {
      const weight = Math.exp(-(d * d) / (2 * sigma * sigma));
      sum += weight * (values[Math.min(columns - 1, Math.max(0, at + d))] ?? 0);
      total += weight;
    }
    return sum / total;
  });
}

/** Columns, away from the edges between bars, that fall on the wrong side of 127. */
function mistakes(row: Uint8Array): number {
  return bars.filter((bar, at) => at % 3 === 1 && ((row[at] ?? 0) > 127 ? 1 : 0) !== bar).length;
}

test('uneven light and little contrast are stretched away', () => {
  const light = Float32Array.from(bars, (bar, at) => 40 + (80 * at) / columns + 25 * bar);
  const restored = createRowRestorer()({ columns, rows: 1, light }, [sharp], 1);
  expect(mistakes(restored.data)).toBe(0);
});

test('blur that swallows narrow bars is taken back', () => {
  const light = Float32Array.from(blurred(bars, 2.2), (bar) => 40 + 160 * bar);
  const restore = createRowRestorer();
  expect(mistakes(restore({ columns, rows: 1, light }, [sharp], 1).data)).toBeGreaterThan(3);
  const treatment = { sigma: 2.2, amount: 3, gamma: 1 };
  expect(mistakes(restore({ columns, rows: 1, light }, [treatment], 1).data)).toBe(0);
});

test('narrow dark bars that a camera shows too light are found in light', () => {
  const light = Float32Array.from(blurred(bars, 2), (bar) => 255 * (0.01 + 0.9 * bar) ** (1 / 2.2));
  const restore = createRowRestorer();
  const [inBrightness, inLight] = [1, 2.2].map((gamma) =>
    mistakes(restore({ columns, rows: 1, light }, [{ sigma: 2, amount: 2, gamma }], 1).data),
  );
  expect(inLight).toBeLessThan(inBrightness ?? 0);
});

test('a row without contrast is white, and every treatment gives a row of its own', () => {
  const light = new Float32Array(200).fill(120);
  const restored = createRowRestorer()({ columns: 100, rows: 2, light }, [sharp, { ...sharp, gamma: 2 }], 1);
  expect(restored).toMatchObject({ width: 100, height: 4 });
  expect(new Set(restored.data)).toEqual(new Set([255]));
});
