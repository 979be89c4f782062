/** What a frame is like, whether or not a code was read in it: for hints to the person who holds the code. */
export interface FrameQuality {
  /** How sharp the edges in the middle are, from 0 (none is) to 1; 0 as well where there are no edges. */
  readonly sharpness: number;
  /** Mean brightness of the middle, 0 to 255. */
  readonly brightness: number;
  /** Share of the middle that is burnt out to white, 0 to 1. */
  readonly glare: number;
  /** How much of the picture changed since the frame before, from 0 to 1; 0 for the first frame. */
  readonly motion: number;
  /**
   * About how many pixels the narrowest bar or square has, where the middle shows something with the edges of a code;
   * `null` where it does not. Below 2 a code is too far away to be read.
   */
  readonly pixelsPerModule: number | null;
}

/** What a person can do so that the code is read. */
export type Hint = 'turn-on-light' | 'tilt' | 'move-closer' | 'hold-still' | 'centre';

/**
 * What to ask of the person after frames in which nothing was read, the most helpful thing first; `null` when the frame
 * is as it should be.
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
