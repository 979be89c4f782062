/** Steps that may be an end of a code, as a share of the strongest. */
const edgeShare = 0.25;
/** The code's ends lie in the outer parts of what is seen, each so wide. */
const outerShare = 0.45;
/** Ends of each side, the outermost ones, and pairs of them, the likeliest ones, that are kept. */
const mostEnds = 10;
const mostPairs = 12;
/** How much quiet a code has beside it, in parts of its own length; the narrowest zones are a little narrower. */
const quietShare = 0.08;

/** Where a code may begin and end. */
export interface Ends {
  readonly start: number;
  readonly end: number;
}

/** How likely they are: up to 1 for the quiet beside them, and up to 1 for their length. */
export interface ScoredEnds extends Ends {
  readonly score: number;
}

/**
 * Where the first bar of a code may begin and its last one end: light turns dark there, or dark light, and beyond it
 * nothing happens for a while. The longer codes come first, since parts of one have spaces beside them as well.
 *
 * @param edgeWidth over how many samples an edge is measured
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

/** The edges at which a code may begin or end, and how far off the next edge beyond each is. */
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
