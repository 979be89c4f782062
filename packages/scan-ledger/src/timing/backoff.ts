const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Returns the delay after the nth failure in a row (from 1), in milliseconds: doubling up to a minute, with jitter over
 * the upper half so that the devices of a venue do not retry all at once.
 */
export function backoffMs(failures: number, random: () => number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 16));
  return Math.round(full / 2 + (full / 2) * random());
}
