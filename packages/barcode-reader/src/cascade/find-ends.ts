/** A step may be an end of a code from this share of the strongest step on. */
const edgeShare = 0.25;
/** The ends of the code lie in the outer parts of the profile, each of this share. */
const outerShare = 0.45;
/** Limits: ends a side, the outermost first, and pairs of them, the likeliest first. */
const mostEnds = 10;
const mostPairs = 12;
/** The width of a quiet zone as a share of the code's length; the narrowest zones are a little narrower. */
const quietShare = 0.08;

/** Where a code may begin and end. */
export interface Ends {
  readonly start: number;
  readonly end: number;
}

/** Ends with their likelihood: up to 1 for the quiet zones, and up to 1 for the length. */
export interface ScoredEnds extends Ends {
  readonly score: number;
}

/**
 * Finds where the first bar of a code may begin and its last one end: an edge with no other edge beyond it for a while.
 * Longer codes come first, because a part of a code can have wide spaces at its ends, too.
 *
 * @param edgeWidth the number of samples over which an edge is measured
 */
export function findEnds(seen: Float32Array, edgeWidth: number): ScoredEnds[] {
  const { starts, ends } = findEdges(seen, Math.max(1, Math.round(edgeWidth)));
  return starts
    .flatMap((start) =>
      ends.map((end) => {
        const length = end.at - start.at;
        const quiet = Math.min(start.quiet, end.quiet) / length;
        return { start: start.at, end: end.at, score: Math.min(1, quiet / quietShare) + length / seen.length };
      }),
    )
    .sort((a, b) => b.score - a.score)
    .slice(0, mostPairs);
}

/** The edges at which a code may begin or end, with the distance to the next edge beyond each. */
function findEdges(seen: Float32Array, width: number) {
  const last = seen.length - 1;
  const step = (x: number) => (seen[Math.min(last, x + width)] as number) - (seen[Math.max(0, x - width)] as number);
  let strongest = 0;
  for (let x = 0; x <= last; x++) strongest = Math.max(strongest, Math.abs(step(x)));
  const edges: { at: number; isFall: boolean }[] = [];
  for (let x = 1; x < last; x++) {
    const here = Math.abs(step(x));
    if (here < edgeShare * strongest || here < Math.abs(step(x - 1)) || here <= Math.abs(step(x + 1))) continue;
    edges.push({ at: x + 0.5, isFall: step(x) < 0 });
  }
  const starts = edges.flatMap(({ at, isFall }, index) =>
    isFall && at < outerShare * last ? [{ at, quiet: at - (edges[index - 1]?.at ?? 0) }] : [],
  );
  const ends = edges.flatMap(({ at, isFall }, index) =>
    !isFall && at > (1 - outerShare) * last ? [{ at, quiet: (edges[index + 1]?.at ?? last) - at }] : [],
  );
  return { starts: starts.slice(0, mostEnds), ends: ends.slice(-mostEnds) };
}
