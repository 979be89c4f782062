import type { Hint } from '@scantix/barcode-reader';

/** What to ask of the person: what the picture lacks, a nearer look by the lens, or another way in. */
export type ScannerHint = Hint | 'zoom-in' | 'type-the-code';

export interface HintSituation {
  /** Since a code was last in view, in milliseconds. */
  readonly waitedMs: number;
  /** What the picture lacks, steadily. */
  readonly seen: Hint | null;
  readonly torchOn: boolean;
  /** Whether the lens could come to twice the size now. */
  readonly canZoomIn: boolean;
}

const NOTICE_MS = 1_000;
const CENTRE_MS = 3_000;
const CLOSER_MS = 6_000;
const TYPE_MS = 10_000;

/** The one hint of the moment: what is measured first, then what most often helps. */
export function hintAt({ waitedMs, seen, torchOn, canZoomIn }: HintSituation): ScannerHint | null {
  if (waitedMs >= TYPE_MS) return 'type-the-code';
  if (waitedMs < NOTICE_MS) return null;
  if (seen === 'turn-on-light' && !torchOn) return seen;
  if (seen === 'hold-still' || seen === 'tilt') return seen;
  if (waitedMs < CENTRE_MS) return null;
  if (waitedMs >= CLOSER_MS || seen === 'move-closer') return canZoomIn ? 'zoom-in' : 'move-closer';
  return 'centre';
}
