import { createParabola } from './parabola.ts';
import { rankRetail } from './rank-retail.ts';
import type { RetailLayout } from './retail-layouts.ts';
import { type BarLook, fineness, type Part, partsOf, stride, type Template } from './retail-templates.ts';

/** How far a part may lie from where the ends of the code put it, in samples: perspective and bent cards move them. */
const reach = 4;
const shifts = 2 * reach + 1;
/** The most shapes of a part. */
const mostShapes = 20;

/** Looks that are tried, and those of them, sharp to blurred, that find out where it is worth while. */
export const looks: readonly BarLook[] = [0.15, 0.35, 0.55, 0.75, 0.95].flatMap((blur) =>
  [-0.25, 0, 0.25].map((spread) => ({ blur, spread })),
);
export const roughLooks = [1, 7, 13] as const;

/** A retail code as it would be read, and the share of the variation that it, and the next likely one, leave unexplained. */
export interface RetailFit {
  readonly text: string;
  readonly rest: number;
  readonly nextRest: number;
}

/** Fits retail codes to the brightness across their bars, whatever of the single bars the blur has left. */
export function createRetailFitter(layout: RetailLayout) {
  const { modules } = layout;
  const sets = looks.map((look) => partsOf(layout, look));
  const parts = (sets[0] as Part[]).length;
  const margin = 4 * fineness + reach;
  const fine = new Float32Array(modules * fineness + 2 * margin);
  let total = 0;
  const products = new Float32Array(parts * shifts * mostShapes);
  const costs = new Float32Array(parts * shifts * mostShapes);
  const sums = new Float32Array(parts * shifts);
  const squares = new Float32Array(parts * shifts);
  const best = new Float32Array(parts * shifts);
  const from = new Int8Array(parts * shifts);
  const path = new Int8Array(parts);
  const gains = new Float32Array(parts);
  const levels = new Float32Array(parts);

  /** Compares every shape of a part with what is seen at every shift. */
  function compare({ at, templates }: Part, number: number) {
    const count = (templates[0] as Template).samples.length;
    for (let shift = 0; shift < shifts; shift++) {
      const first = margin + at * fineness + shift - reach;
      const place = number * shifts + shift;
      let [sum, square] = [0, 0];
      for (let sample = 0; sample < count; sample++) {
        const value = fine[first + sample * stride] as number;
        sum += value;
        square += value * value;
      }
      sums[place] = sum;
      squares[place] = square;
      for (let index = 0; index < templates.length; index++) {
        const { samples } = templates[index] as Template;
        let product = 0;
        for (let sample = 0, to = first; sample < count; sample++, to += stride) {
          product += (samples[sample] as number) * (fine[to] as number);
        }
        products[place * mostShapes + index] = product;
      }
    }
  }

  /** What every shape leaves unexplained, however light and dark its part may be. */
  function weighFreely({ templates }: Part, number: number) {
    const count = (templates[0] as Template).samples.length;
    for (let place = number * shifts; place < (number + 1) * shifts; place++) {
      const variation = (squares[place] as number) - (sums[place] as number) ** 2 / count;
      best[place] = Infinity;
      for (let index = 0; index < templates.length; index++) {
        const product = Math.max(0, products[place * mostShapes + index] as number);
        setCost(place, index, variation - product * product);
      }
    }
  }

  /** What every shape leaves unexplained, given how light and dark its part is. */
  function weigh({ templates }: Part, number: number) {
    const count = (templates[0] as Template).samples.length;
    const [gain, level] = [gains[number] as number, levels[number] as number];
    for (let place = number * shifts; place < (number + 1) * shifts; place++) {
      const sum = sums[place] as number;
      const around = (squares[place] as number) - 2 * level * sum + count * level * level;
      best[place] = Infinity;
      for (let index = 0; index < templates.length; index++) {
        const { mean, length } = templates[index] as Template;
        const product = length * (products[place * mostShapes + index] as number) + mean * (sum - count * level);
        setCost(place, index, around - 2 * gain * product + gain * gain * (length * length + count * mean * mean));
      }
    }
  }

  function setCost(place: number, index: number, cost: number) {
    costs[place * mostShapes + index] = cost;
    if (cost < (best[place] as number)) best[place] = cost;
  }

  /** Finds the shifts that fit best together: neighbours differ by a quarter of a module at most. @returns what is left */
  function settle(): number {
    for (let number = 1; number < parts; number++) {
      for (let shift = 0; shift < shifts; shift++) {
        let [least, origin] = [Infinity, shift];
        for (let before = Math.max(0, shift - 1); before <= Math.min(shifts - 1, shift + 1); before++) {
          const cost = best[(number - 1) * shifts + before] as number;
          if (cost < least) [least, origin] = [cost, before];
        }
        best[number * shifts + shift] = (best[number * shifts + shift] as number) + least;
        from[number * shifts + shift] = origin;
      }
    }
    const final = best.subarray((parts - 1) * shifts);
    let last = 0;
    for (let shift = 1; shift < shifts; shift++) if ((final[shift] as number) < (final[last] as number)) last = shift;
    const rest = final[last] as number;
    for (let number = parts - 1; number >= 0; number--) {
      path[number] = last;
      last = from[number * shifts + last] as number;
    }
    return rest / total;
  }

  /** Tells from the likeliest shapes how light and how dark the code is, which changes slowly along it. */
  function expose(set: readonly Part[]): boolean {
    const [gain, level] = [createParabola(), createParabola()];
    const middleOf = ({ at, templates }: Part) =>
      (2 * at + ((templates[0] as Template).samples.length * stride) / fineness) / modules - 1;
    for (const [number, part] of set.entries()) {
      const place = number * shifts + (path[number] as number);
      let index = 0;
      for (let other = 1; other < part.templates.length; other++) {
        if ((costs[place * mostShapes + other] as number) < (costs[place * mostShapes + index] as number))
          index = other;
      }
      const { mean, length, samples } = part.templates[index] as Template;
      const own = Math.max(0, products[place * mostShapes + index] as number) / length;
      gain.add(middleOf(part), own, length * length);
      level.add(middleOf(part), (sums[place] as number) / samples.length - own * mean, length * length);
    }
    const [gainAt, levelAt] = [gain.solve(), level.solve()];
    for (const [number, part] of set.entries()) {
      gains[number] = gainAt(middleOf(part));
      levels[number] = levelAt(middleOf(part));
      if (!((gains[number] as number) > 0)) return false;
    }
    return true;
  }

  /** The rest that a shape leaves where the part lies, or a step beside it. */
  function restOf(number: number, index: number): number {
    const shift = path[number] as number;
    let least = Infinity;
    for (let near = Math.max(0, shift - 1); near <= Math.min(shifts - 1, shift + 1); near++) {
      least = Math.min(least, costs[(number * shifts + near) * mostShapes + index] as number);
    }
    return least;
  }

  return {
    layout,

    /** Takes the brightness of a code whose first bar begins at `start` and whose last bar ends at `end`. */
    take(profile: Float32Array, start: number, end: number) {
      const step = (end - start) / (modules * fineness);
      const first = start + (0.5 - margin) * step - 0.5;
      const most = profile.length - 1.001;
      for (let at = 0; at < fine.length; at++) {
        const place = Math.max(0, Math.min(most, first + at * step));
        const left = place | 0;
        const a = profile[left] as number;
        fine[at] = a + ((profile[left + 1] as number) - a) * (place - left);
      }
      let [sum, square, count] = [0, 0, 0];
      for (let at = margin; at < fine.length - margin; at += stride, count++) {
        sum += fine[at] as number;
        square += (fine[at] as number) ** 2;
      }
      total = square - (sum * sum) / count;
    },

    /** The share of their own variation that the guards leave unexplained. */
    guardRest(look: number): number {
      let [rest, variation] = [0, 0];
      for (const [number, part] of (sets[look] as Part[]).entries()) {
        if (part.isDigit) continue;
        compare(part, number);
        weighFreely(part, number);
        let least = number * shifts;
        for (let place = least + 1; place < (number + 1) * shifts; place++) {
          if ((best[place] as number) < (best[least] as number)) least = place;
        }
        rest += best[least] as number;
        variation +=
          (squares[least] as number) - (sums[least] as number) ** 2 / (part.templates[0] as Template).samples.length;
      }
      return rest / variation;
    },

    /** The share of the variation that the likeliest shapes leave unexplained, whatever they come to. */
    freeRest(look: number): number {
      for (const [number, part] of (sets[look] as Part[]).entries()) {
        compare(part, number);
        weighFreely(part, number);
      }
      return settle();
    },

    /** The likeliest code, if it leaves less than `most` unexplained. */
    fit(look: number, most: number): RetailFit | null {
      const set = sets[look] as Part[];
      for (const [number, part] of set.entries()) {
        compare(part, number);
        weighFreely(part, number);
      }
      if (settle() > most) return null;
      for (let round = 0; round < 2; round++) {
        if (!expose(set)) return null;
        for (const [number, part] of set.entries()) weigh(part, number);
        if (settle() > most * (2 - round)) return null;
      }
      let guardRest = 0;
      const rests: number[][] = [];
      for (const [number, { isDigit, templates }] of set.entries()) {
        if (isDigit) rests.push(templates.map((_, index) => restOf(number, index)));
        else guardRest += restOf(number, 0);
      }
      const code = rankRetail(layout, rests, guardRest);
      return code && { text: code.text, rest: code.rest / total, nextRest: code.nextRest / total };
    },
  };
}
