/** The first retry comes after about a second, later ones after at most a minute. */
const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * How long to wait after the nth failure in a row (from 1): doubling, and jittered over its upper half so that the
 * devices of a venue do not come back in one wave.
 */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(full / 2 + (full / 2) * random());
}
