/** The quality of a frame, with or without a code: for hints to the person who holds the code. */
export interface FrameQuality {
  /** Sharpness of the edges in the middle, from 0 to 1; 0 where there are no edges. */
  readonly sharpness: number;
  /** Mean brightness of the middle, 0 to 255. */
  readonly brightness: number;
  /** Share of the middle that is overexposed to white, 0 to 1. */
  readonly glare: number;
  /** Share of the picture that changed since the previous frame, 0 to 1; 0 for the first frame. */
  readonly motion: number;
  /**
   * The approximate width of the narrowest bar or square in pixels, where the middle shows something with the edges of
   * a code; `null` where it does not. Below 2 a code is too far away to be read.
   */
  readonly pixelsPerModule: number | null;
}

/** What the person can do to get the code read. */
export type Hint = 'turn-on-light' | 'tilt' | 'move-closer' | 'hold-still' | 'centre';

/**
 * The most helpful hint for a frame in which nothing was read; `null` when its quality is good.
 *
 * @example
 * reader.watch(video, onRead, { onFrame: ({ codes, quality }) => show(codes.length > 0 ? null : hintOf(quality)) });
 */
export function hintOf(quality: FrameQuality): Hint | null {
  const { sharpness, brightness, glare, motion, pixelsPerModule } = quality;
  if (brightness < 45) return 'turn-on-light';
  if (pixelsPerModule === null) return 'centre';
  if (glare > 0.04) return 'tilt';
  if (motion > 0.25 || sharpness < 0.25) return 'hold-still';
  if (pixelsPerModule < 2) return 'move-closer';
  return null;
}
