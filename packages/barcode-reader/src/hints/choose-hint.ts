import type { Hint } from '../quality/frame-quality.ts';

/** What to ask of the person: a correction of the picture, a zoom of the lens, or typing the code. */
export type ScannerHint = Hint | 'zoom-in' | 'type-the-code';

/** What a hint depends on. */
export interface HintSituation {
  /** Milliseconds since a code was last in view. */
  readonly waitedMs: number;
  /** What most of the recent frames lack; `null` for nothing in particular. */
  readonly seen: Hint | null;
  readonly torchOn: boolean;
  /** Whether the lens can zoom to twice the size and does not yet. */
  readonly canZoomIn: boolean;
}

const noticeMs = 1_000;
const centreMs = 3_000;
const closerMs = 6_000;
const typeMs = 10_000;

/** The one hint to show now: first what the frames lack, then what helps most often. */
export function chooseHint({ waitedMs, seen, torchOn, canZoomIn }: HintSituation): ScannerHint | null {
  if (waitedMs >= typeMs) return 'type-the-code';
  if (waitedMs < noticeMs) return null;
  if (seen === 'turn-on-light' && !torchOn) return seen;
  if (seen === 'hold-still' || seen === 'tilt') return seen;
  if (waitedMs < centreMs) return null;
  if (waitedMs >= closerMs || seen === 'move-closer') return canZoomIn ? 'zoom-in' : 'move-closer';
  return 'centre';
}
