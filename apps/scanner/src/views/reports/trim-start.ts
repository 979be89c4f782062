/** The points from a little before the first that counts anything; all of them when none does. */
export function trimStart<Point>(points: readonly Point[], counts: (point: Point, index: number) => boolean): Point[] {
  const first = points.findIndex(counts);
  return points.slice(Math.max(0, Math.min(first - 1, points.length - LEAST_POINTS)));
}

/** Fewer make no line. */
const LEAST_POINTS = 12;
