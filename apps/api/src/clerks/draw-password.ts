import type { Random } from '../system/random.ts';

/** 32 signs without those that people mix up, `0` and `o`, `1` and `l`. */
const SIGNS = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Draws a one-time password of 80 bits in groups of four, to be read from a screen: `k7fm-2xqd-9sab-hhw3`. */
export function drawPassword(random: Random): string {
  const signs = [...random(16)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  return signs.match(/.{4}/g)?.join('-') ?? signs;
}
