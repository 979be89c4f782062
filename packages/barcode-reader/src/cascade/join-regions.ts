import type { BarsRegion } from './regions.ts';

/** The least similarity of the directions of two parts, as the cosine of twice the angle between them. */
const sameDirection = Math.cos((2 * 9 * Math.PI) / 180);
/** The least ratio of their widths, and the largest offset from the line of the other as a share of the width. */
const likeWidth = 0.5;
const mostBeside = 0.35;

/**
 * Joins regions that lie in one line, as parts of one code do: glare, blur and wide bars separate bars, and the middle of
 * a stacked code has no direction.
 *
 * @param mostGap the largest gap between two parts, as a share of the sum of their lengths
 */
export function joinRegions(regions: readonly BarsRegion[], mostGap: number): BarsRegion[] {
  const joined: BarsRegion[] = [];
  for (const [index, seed] of regions.entries()) {
    let whole = seed;
    const left = new Set(regions.filter((_, other) => other !== index));
    for (let grown = true; grown; ) {
      grown = false;
      for (const other of left) {
        const larger = join(whole, other, mostGap);
        if (!larger) continue;
        whole = larger;
        left.delete(other);
        grown = true;
      }
    }
    const isNew = !joined.some(({ x, y, length }) => Math.hypot(x - whole.x, y - whole.y) < 0.2 * length);
    if (whole !== seed && isNew) joined.push(whole);
  }
  return joined;
}

function join(one: BarsRegion, other: BarsRegion, mostGap: number): BarsRegion | null {
  if (Math.cos(2 * (one.angle - other.angle)) < sameDirection) return null;
  if (Math.min(one.width, other.width) < likeWidth * Math.max(one.width, other.width)) return null;
  const [ux, uy] = [Math.cos(one.angle), Math.sin(one.angle)];
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const along = dx * ux + dy * uy;
  const across = dy * ux - dx * uy;
  const gap = Math.abs(along) - (one.length + other.length) / 2;
  if (gap > mostGap * (one.length + other.length) || gap < -0.5 * Math.min(one.length, other.length)) return null;
  const lean = across / along;
  if (Math.abs(across) > mostBeside * Math.max(one.width, other.width) + 0.3 * Math.abs(along)) return null;
  const from = Math.min(-one.length / 2, along - other.length / 2);
  const to = Math.max(one.length / 2, along + other.length / 2);
  const middle = (from + to) / 2;
  // The turn of the bars from the middle of one part to that of the other, modulo half a turn.
  const turn = Math.atan2(Math.sin(2 * (other.angle - one.angle)), Math.cos(2 * (other.angle - one.angle))) / 2;
  const fan = turn / along;
  return {
    x: one.x + middle * (ux - lean * uy),
    y: one.y + middle * (uy + lean * ux),
    angle: one.angle + fan * middle,
    lean: lean - fan * middle,
    fan,
    length: to - from,
    width: (one.width * one.length + other.width * other.length) / (one.length + other.length),
    score: one.score + other.score,
  };
}
