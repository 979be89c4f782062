/** How much time decoding may take. */
export interface PaceOptions {
  /** Share of the time spent decoding while something moves in view. @default 0.85 */
  readonly busyShare?: number;
  /** The same after {@link PaceOptions.idleAfterMs} in which nothing was read and nothing moved. @default 0.15 */
  readonly idleShare?: number;
  /** @default 10000 */
  readonly idleAfterMs?: number;
}

/** What decoding one frame took and showed. */
export interface DecodedFrame {
  /** When the result arrived, in milliseconds. */
  readonly at: number;
  readonly decodeMs: number;
  /** Whether the frame shows a code. */
  readonly found: boolean;
  /** Whether something moved since the previous frame. */
  readonly moved: boolean;
}

/** A decoder that takes this many times its best time is throttled: the device is hot, or busy. */
const hotFactor = 3;
/** How many frames establish the usual time. */
const learningFrames = 30;
/**
 * How early a frame may be taken, in milliseconds: half a frame interval. A pause that ends just after a frame would
 * otherwise skip the whole next one. The time taken early is added to the next pause.
 */
const earlyMs = 16;

/**
 * Decides when the next frame is decoded, so that a phone stays cool: decoding takes at most a share of the time, less
 * while the scene is static, less when decoding has become slow.
 */
export function createPace({ busyShare = 0.85, idleShare = 0.15, idleAfterMs = 10_000 }: PaceOptions = {}) {
  let nextAt = Number.NEGATIVE_INFINITY;
  let activeAt: number | null = null;
  let frames = 0;
  let usualMs = 0;
  let bestMs = Number.POSITIVE_INFINITY;
  let hot = false;

  /** Only frames without a code run the whole cascade, so only their times are comparable. */
  function learn(decodeMs: number): boolean {
    frames++;
    usualMs = frames === 1 ? decodeMs : usualMs * 0.95 + decodeMs * 0.05;
    if (frames < learningFrames) return false;
    // The best time is forgotten slowly: the lens or the wanted symbologies may have changed.
    bestMs = Math.min(bestMs * 1.002, usualMs);
    return usualMs > hotFactor * bestMs;
  }

  return {
    /** Whether a frame may be taken at `now` (milliseconds). */
    due: (now: number): boolean => now >= nextAt - earlyMs,
    /** Records a frame; its decoding time determines the pause after it. */
    record({ at, decodeMs, found, moved }: DecodedFrame): void {
      activeAt = found || moved ? at : (activeAt ?? at);
      if (!found) hot = learn(decodeMs);
      const idle = at - activeAt > idleAfterMs;
      const share = idle ? idleShare : hot ? busyShare / 2 : busyShare;
      const early = Math.min(earlyMs, Math.max(0, nextAt - (at - decodeMs)));
      nextAt = at + decodeMs * (1 / share - 1) + early;
    },
  };
}
