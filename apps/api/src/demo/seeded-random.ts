import type { Random } from '../system/random.ts';

/** Creates random bytes from a seed (mulberry32), so that demo data is the same on every machine. Not for secrets. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return (length) => Uint8Array.from({ length }, () => next() & 0xff);
}

/** Draws numbers and items. */
export interface Dice {
  /** A whole number from 0 below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Creates dice over a source of random bytes. */
export function createDice(random: Random): Dice {
  const below = (limit: number) => Buffer.from(random(4)).readUInt32LE() % limit;
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}
