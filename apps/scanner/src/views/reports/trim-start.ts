/** Removes the points before the first that counts, except one and at least {@link MIN_POINTS} in total. */
export function trimStart<Point>(points: readonly Point[], counts: (point: Point, index: number) => boolean): Point[] {
  const first = points.findIndex(counts);
  return points.slice(Math.max(0, Math.min(first - 1, points.length - MIN_POINTS)));
}

/** A line needs at least this many. */
const MIN_POINTS = 12;
