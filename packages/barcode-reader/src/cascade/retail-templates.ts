import { digitShapes, type RetailLayout } from './retail-layouts.ts';

/** Brightness samples in each module. */
export const fineness = 4;
/** One of this many samples is compared. */
export const stride = 2;

/** How lens and print change bars, both in modules: the deviation of the blur, and the gain in width. */
export interface BarAppearance {
  readonly blur: number;
  readonly spread: number;
}

/** One shape in one appearance: its samples normalised to mean 0 and length 1, and the mean and length before. */
export interface Template {
  readonly samples: Float32Array;
  readonly mean: number;
  readonly length: number;
}

/** A part of a code: its start in modules and its possible shapes, one of a guard, twenty or ten of a digit. */
export interface Part {
  readonly at: number;
  readonly isDigit: boolean;
  readonly templates: readonly Template[];
}

/** The parts of a code in one appearance, from left to right. */
export function partsOf({ guards, digits, modules }: RetailLayout, appearance: BarAppearance): Part[] {
  // A digit of the left half has dark before it and light after it, one of the right half the reverse.
  const [left, right] = [0, 1].map((half) =>
    digitShapes
      .slice(...(half === 0 ? [0, 20] : [20]))
      .map((shape) => templateOf([half, 1 - half, ...bitsOf(shape), half, 1 - half], 7, appearance)),
  ) as [Template[], Template[]];
  const guardParts = guards.map(({ at, bits }): Part => {
    const dark = [...bits].map(Number);
    const before = at < 0 ? [0, 0] : [0, 1 - (dark[0] as number)];
    const after = at + bits.length > modules ? [0, 0] : at < 0 ? [0, 0] : [1, 0];
    return { at, isDigit: false, templates: [templateOf([...before, ...dark, ...after], dark.length, appearance)] };
  });
  const digitParts = digits.map(
    ({ at, half }): Part => ({ at, isDigit: true, templates: half === 'left' ? left : right }),
  );
  return [...guardParts, ...digitParts].sort((a, b) => a.at - b.at);
}

const bitsOf = (shape: number) => Array.from({ length: 7 }, (_, bit) => (shape >> (6 - bit)) & 1);

/** Renders modules, 1 for dark; two at each side contribute only their blur. */
function templateOf(modules: readonly number[], count: number, { blur, spread }: BarAppearance): Template {
  const samples = Float32Array.from({ length: Math.floor((count * fineness) / stride) }, (_, sample) => {
    const position = 2 + (sample * stride + 0.5) / fineness;
    let light = 1;
    for (const [bit, dark] of modules.entries()) {
      if (!dark) continue;
      const from = bit - (modules[bit - 1] ? 0 : spread / 2);
      const to = bit + 1 + (modules[bit + 1] ? 0 : spread / 2);
      light -= cumulative((to - position) / blur) - cumulative((from - position) / blur);
    }
    return light;
  });
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const length = Math.hypot(...samples.map((value) => value - mean));
  return { samples: samples.map((value) => (value - mean) / length), mean, length };
}

/** The cumulative normal distribution, to within a hundredth. */
function cumulative(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}
