/** How hard the decoder may work. */
export interface PaceOptions {
  /** Share of the time that may be spent decoding while something moves before the camera. @default 0.85 */
  readonly busyShare?: number;
  /** The same when nothing has been read and nothing has moved for {@link PaceOptions.idleAfterMs}. @default 0.15 */
  readonly idleShare?: number;
  /** @default 10000 */
  readonly idleAfterMs?: number;
}

/** One look at one frame. */
export interface Look {
  /** When the answer came, in milliseconds. */
  readonly at: number;
  readonly decodeMs: number;
  /** Whether a code was seen. */
  readonly found: boolean;
  /** Whether something moved. */
  readonly moved: boolean;
}

/** A decoder that takes this many times its best time is being throttled: the device is hot, or busy elsewhere. */
const hotFactor = 3;
/** Looks until it is known what a look takes. */
const learningLooks = 30;
/**
 * How early a look may begin, in milliseconds: half a frame. A rest that ends just after a frame would cost the whole
 * next one. What is taken early is rested later.
 */
const earlyMs = 16;

/**
 * Decides when the next frame is worth a look, so that a phone stays cool: never more than a share of the time, less
 * when the scene has been dead for long, less when decoding has become slow.
 */
export function createPace({ busyShare = 0.85, idleShare = 0.15, idleAfterMs = 10_000 }: PaceOptions = {}) {
  let nextAt = Number.NEGATIVE_INFINITY;
  let livelyAt: number | null = null;
  let looks = 0;
  let usualMs = 0;
  let bestMs = Number.POSITIVE_INFINITY;
  let hot = false;

  /** Only looks that find nothing take the whole way and can be compared. */
  function learn(decodeMs: number): boolean {
    looks++;
    usualMs = looks === 1 ? decodeMs : usualMs * 0.95 + decodeMs * 0.05;
    if (looks < learningLooks) return false;
    // The best time is forgotten slowly: another lens, another kind to look for.
    bestMs = Math.min(bestMs * 1.002, usualMs);
    return usualMs > hotFactor * bestMs;
  }

  return {
    /** Whether a frame may be taken at `now` (milliseconds). */
    due: (now: number): boolean => now >= nextAt - earlyMs,
    /** Notes a look; the pause after it follows from what it took. */
    looked({ at, decodeMs, found, moved }: Look): void {
      livelyAt = found || moved ? at : (livelyAt ?? at);
      if (!found) hot = learn(decodeMs);
      const idle = at - livelyAt > idleAfterMs;
      const share = idle ? idleShare : hot ? busyShare / 2 : busyShare;
      const early = Math.min(earlyMs, Math.max(0, nextAt - (at - decodeMs)));
      nextAt = at + decodeMs * (1 / share - 1) + early;
    },
  };
}
