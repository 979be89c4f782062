import { digitShapes, type RetailLayout } from './retail-layouts.ts';

/** Samples of the brightness for each module. */
export const fineness = 4;
/** Every so many samples one is compared. */
export const stride = 2;

/** What lens and print have done to bars, both in modules: the deviation of the blur, and how much wider they became. */
export interface BarLook {
  readonly blur: number;
  readonly spread: number;
}

/** One shape in one look, 1 for light and 0 for dark: its samples with mean 0 and length 1, and what was taken from them. */
export interface Template {
  readonly samples: Float32Array;
  readonly mean: number;
  readonly length: number;
}

/** A part of a code, where it begins in modules, and what it may look like: a guard in one way, a digit in twenty or ten. */
export interface Part {
  readonly at: number;
  readonly isDigit: boolean;
  readonly templates: readonly Template[];
}

/** The parts of a code in one look, from left to right. */
export function partsOf({ guards, digits, modules }: RetailLayout, look: BarLook): Part[] {
  // A digit of the left half stands between dark and light, one of the right half between light and dark.
  const [left, right] = [0, 1].map((half) =>
    digitShapes
      .slice(...(half === 0 ? [0, 20] : [20]))
      .map((shape) => templateOf([half, 1 - half, ...bitsOf(shape), half, 1 - half], 7, look)),
  ) as [Template[], Template[]];
  const guardParts = guards.map(({ at, bits }): Part => {
    const dark = [...bits].map(Number);
    const before = at < 0 ? [0, 0] : [0, 1 - (dark[0] as number)];
    const after = at + bits.length > modules ? [0, 0] : at < 0 ? [0, 0] : [1, 0];
    return { at, isDigit: false, templates: [templateOf([...before, ...dark, ...after], dark.length, look)] };
  });
  const digitParts = digits.map(
    ({ at, half }): Part => ({ at, isDigit: true, templates: half === 'left' ? left : right }),
  );
  return [...guardParts, ...digitParts].sort((a, b) => a.at - b.at);
}

const bitsOf = (shape: number) => Array.from({ length: 7 }, (_, bit) => (shape >> (6 - bit)) & 1);

/** Modules, 1 for dark, through a lens; two of them to each side are there for their blur only. */
function templateOf(modules: readonly number[], count: number, { blur, spread }: BarLook): Template {
  const samples = Float32Array.from({ length: Math.floor((count * fineness) / stride) }, (_, sample) => {
    const place = 2 + (sample * stride + 0.5) / fineness;
    let light = 1;
    for (const [bit, dark] of modules.entries()) {
      if (!dark) continue;
      const from = bit - (modules[bit - 1] ? 0 : spread / 2);
      const to = bit + 1 + (modules[bit + 1] ? 0 : spread / 2);
      light -= cumulated((to - place) / blur) - cumulated((from - place) / blur);
    }
    return light;
  });
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const length = Math.hypot(...samples.map((value) => value - mean));
  return { samples: samples.map((value) => (value - mean) / length), mean, length };
}

/** The cumulated normal distribution, to within a hundredth. */
function cumulated(z: number): number {
  return 1 / (1 + Math.exp(-1.702 * z));
}
