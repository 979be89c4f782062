import type { Segment } from './segments.ts';

/** A segment, and how many of its rows are still the newest of their tickets. */
export interface AgedSegment extends Segment {
  readonly live: number;
}

/** So many neighbours become one even if nothing in them is stale: few rows in many segments cost many calls. */
const MANY = 4;

/**
 * Chooses neighbouring segments that are worth sealing anew as one: at least half of their rows are stale, or they are
 * many with few rows. An empty answer: none are.
 * @param segments in the order of the feed
 * @param maxRows the most rows of a segment
 */
export function chooseRun(segments: readonly AgedSegment[], maxRows: number): readonly AgedSegment[] {
  for (let first = 0; first < segments.length; first += 1) {
    let live = 0;
    let rows = 0;
    let best = first;
    for (let last = first; last < segments.length; last += 1) {
      const next = segments[last] as AgedSegment;
      live += next.live;
      rows += next.rows;
      if (live > maxRows) break;
      const stale = rows > live && rows >= 2 * live;
      if (stale || last - first + 1 >= MANY) best = last + 1;
    }
    if (best > first) return segments.slice(first, best);
  }
  return [];
}
