import { appearances } from './bar-appearances.ts';
import { createParabola } from './parabola.ts';
import { rankRetail } from './rank-retail.ts';
import type { RetailLayout } from './retail-layouts.ts';
import { fineness, type Part, partsOf, stride, type Template } from './retail-templates.ts';

/** The largest shift of a part from its nominal position, in samples: perspective and bent cards move parts. */
const reach = 4;
const shifts = 2 * reach + 1;
/** The most shapes of a part. */
const mostShapes = 20;

/** A retail code, and the shares of the variation that it and the next likely code leave unexplained. */
export interface RetailFit {
  readonly text: string;
  readonly rest: number;
  readonly nextRest: number;
}

/** Creates a fit of whole retail codes to a brightness profile, for blur that has merged single bars. */
export function createRetailFitter(layout: RetailLayout) {
  const { modules } = layout;
  const sets = appearances.map((appearance) => partsOf(layout, appearance));
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

  /** Compares every shape of a part with the profile at every shift. */
  function compare({ at, templates }: Part, number: number) {
    const count = (templates[0] as Template).samples.length;
    for (let shift = 0; shift < shifts; shift++) {
      const first = margin + at * fineness + shift - reach;
      const slot = number * shifts + shift;
      let [sum, square] = [0, 0];
      for (let sample = 0; sample < count; sample++) {
        const value = fine[first + sample * stride] as number;
        sum += value;
        square += value * value;
      }
      sums[slot] = sum;
      squares[slot] = square;
      for (let index = 0; index < templates.length; index++) {
        const { samples } = templates[index] as Template;
        let product = 0;
        for (let sample = 0, to = first; sample < count; sample++, to += stride) {
          product += (samples[sample] as number) * (fine[to] as number);
        }
        products[slot * mostShapes + index] = product;
      }
    }
  }

  /** Computes what every shape leaves unexplained with the best contrast and brightness of its own. */
  function rateFreely({ templates }: Part, number: number) {
    const count = (templates[0] as Template).samples.length;
    for (let slot = number * shifts; slot < (number + 1) * shifts; slot++) {
      const variation = (squares[slot] as number) - (sums[slot] as number) ** 2 / count;
      best[slot] = Infinity;
      for (let index = 0; index < templates.length; index++) {
        const product = Math.max(0, products[slot * mostShapes + index] as number);
        setCost(slot, index, variation - product * product);
      }
    }
  }

  /** Computes what every shape leaves unexplained at the given contrast and brightness of its part. */
  function rate({ templates }: Part, number: number) {
    const count = (templates[0] as Template).samples.length;
    const [gain, level] = [gains[number] as number, levels[number] as number];
    for (let slot = number * shifts; slot < (number + 1) * shifts; slot++) {
      const sum = sums[slot] as number;
      const around = (squares[slot] as number) - 2 * level * sum + count * level * level;
      best[slot] = Infinity;
      for (let index = 0; index < templates.length; index++) {
        const { mean, length } = templates[index] as Template;
        const product = length * (products[slot * mostShapes + index] as number) + mean * (sum - count * level);
        setCost(slot, index, around - 2 * gain * product + gain * gain * (length * length + count * mean * mean));
      }
    }
  }

  function setCost(slot: number, index: number, cost: number) {
    costs[slot * mostShapes + index] = cost;
    if (cost < (best[slot] as number)) best[slot] = cost;
  }

  /** Finds the best combination of shifts; neighbours differ by at most a quarter of a module. @returns the rest */
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

  /** Estimates contrast and brightness along the code from the likeliest shapes; both change slowly. */
  function estimateExposure(set: readonly Part[]): boolean {
    const [gain, level] = [createParabola(), createParabola()];
    const middleOf = ({ at, templates }: Part) =>
      (2 * at + ((templates[0] as Template).samples.length * stride) / fineness) / modules - 1;
    for (const [number, part] of set.entries()) {
      const slot = number * shifts + (path[number] as number);
      let index = 0;
      for (let other = 1; other < part.templates.length; other++) {
        if ((costs[slot * mostShapes + other] as number) < (costs[slot * mostShapes + index] as number)) index = other;
      }
      const { mean, length, samples } = part.templates[index] as Template;
      const own = Math.max(0, products[slot * mostShapes + index] as number) / length;
      gain.add(middleOf(part), own, length * length);
      level.add(middleOf(part), (sums[slot] as number) / samples.length - own * mean, length * length);
    }
    const [gainAt, levelAt] = [gain.solve(), level.solve()];
    for (const [number, part] of set.entries()) {
      gains[number] = gainAt(middleOf(part));
      levels[number] = levelAt(middleOf(part));
      if (!((gains[number] as number) > 0)) return false;
    }
    return true;
  }

  /** The rest of a shape at the part's shift or one step beside it. */
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

    /** Loads the profile of a code whose first bar begins at `start` and whose last bar ends at `end`. */
    load(profile: Float32Array, start: number, end: number) {
      const step = (end - start) / (modules * fineness);
      const first = start + (0.5 - margin) * step - 0.5;
      const most = profile.length - 1.001;
      for (let at = 0; at < fine.length; at++) {
        const slot = Math.max(0, Math.min(most, first + at * step));
        const left = slot | 0;
        const a = profile[left] as number;
        fine[at] = a + ((profile[left + 1] as number) - a) * (slot - left);
      }
      let [sum, square, count] = [0, 0, 0];
      for (let at = margin; at < fine.length - margin; at += stride, count++) {
        sum += fine[at] as number;
        square += (fine[at] as number) ** 2;
      }
      total = square - (sum * sum) / count;
    },

    /** The share of their own variation that the guards leave unexplained. */
    guardRest(appearance: number): number {
      let [rest, variation] = [0, 0];
      for (const [number, part] of (sets[appearance] as Part[]).entries()) {
        if (part.isDigit) continue;
        compare(part, number);
        rateFreely(part, number);
        let least = number * shifts;
        for (let slot = least + 1; slot < (number + 1) * shifts; slot++) {
          if ((best[slot] as number) < (best[least] as number)) least = slot;
        }
        rest += best[least] as number;
        variation +=
          (squares[least] as number) - (sums[least] as number) ** 2 / (part.templates[0] as Template).samples.length;
      }
      return rest / variation;
    },

    /** The share of the variation that the likeliest shapes leave unexplained, valid code or not. */
    freeRest(appearance: number): number {
      for (const [number, part] of (sets[appearance] as Part[]).entries()) {
        compare(part, number);
        rateFreely(part, number);
      }
      return settle();
    },

    /** The likeliest code, if it leaves less than `most` unexplained. */
    fit(appearance: number, most: number): RetailFit | null {
      const set = sets[appearance] as Part[];
      for (const [number, part] of set.entries()) {
        compare(part, number);
        rateFreely(part, number);
      }
      if (settle() > most) return null;
      for (let pass = 0; pass < 2; pass++) {
        if (!estimateExposure(set)) return null;
        for (const [number, part] of set.entries()) rate(part, number);
        if (settle() > most * (2 - pass)) return null;
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
