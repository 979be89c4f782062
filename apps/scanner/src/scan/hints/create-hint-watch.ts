import { type FrameReport, type Hint, hintOf } from '@scantix/barcode-reader';
import { hintAt, type ScannerHint } from './hint-at.ts';

/** Of this many frames at least two thirds must lack the same: one blurred frame is no reason to speak. */
const FRAMES = 6;

export interface HintWatch {
  look(
    report: Pick<FrameReport, 'codes' | 'quality'>,
    lens: { torchOn: boolean; canZoomIn: boolean },
  ): ScannerHint | null;
}

/** Watches frames for what to ask of the person. The waiting begins with the first frame, and anew with a code in view. */
export function createHintWatch(now: () => number = () => performance.now()): HintWatch {
  let since: number | null = null;
  let recent: (Hint | null)[] = [];
  return {
    look({ codes, quality }, lens) {
      since ??= now();
      if (codes.length > 0) {
        since = now();
        recent = [];
        return null;
      }
      recent = [...recent, hintOf(quality)].slice(-FRAMES);
      return hintAt({ waitedMs: now() - since, seen: steady(recent), ...lens });
    },
  };
}

function steady(recent: readonly (Hint | null)[]): Hint | null {
  const common = recent.find((hint) => recent.filter((other) => other === hint).length >= (FRAMES * 2) / 3);
  return common ?? null;
}
