import type { LiveCameraState } from '../camera/camera-state.ts';
import type { FrameReport } from '../frames/frame-report.ts';
import { type Hint, hintOf } from '../quality/frame-quality.ts';
import { chooseHint, type ScannerHint } from './choose-hint.ts';

/** A hint needs two thirds of this many frames: one blurred frame is no reason to show one. */
const recentFrames = 6;

/** Longer than any frame takes, in milliseconds: a person waits for a code only while frames are read. */
const longestFrameMs = 1_000;

/** The part of a live camera that hints depend on. */
export type HintLens = Pick<LiveCameraState, 'torchOn' | 'zoom' | 'capabilities'>;

/** Turns the reports of successive frames into hints. */
export interface HintWatch {
  /** Takes the next frame's report. @returns the hint to show now; `null` for none */
  observe(report: Pick<FrameReport, 'codes' | 'quality'>, lens: HintLens): ScannerHint | null;
}

/**
 * Creates a hint watch. The wait for a code starts at the first frame, and again after each frame with a code in view. A
 * pause between two frames adds one second at most.
 *
 * @param now a clock in milliseconds
 * @example
 * const hints = createHintWatch();
 * reader.watch(video, onRead, { onFrame: (report) => show(hints.observe(report, liveState)) });
 */
export function createHintWatch(now: () => number = () => performance.now()): HintWatch {
  let seenAt: number | null = null;
  let waitedMs = 0;
  let recent: (Hint | null)[] = [];
  return {
    observe({ codes, quality }, lens) {
      const at = now();
      waitedMs += Math.min(at - (seenAt ?? at), longestFrameMs);
      seenAt = at;
      if (codes.length > 0) {
        waitedMs = 0;
        recent = [];
        return null;
      }
      recent = [...recent, hintOf(quality)].slice(-recentFrames);
      const { torchOn } = lens;
      return chooseHint({ waitedMs, seen: steady(recent), torchOn, canZoomIn: canZoomIn(lens) });
    },
  };
}

function steady(recent: readonly (Hint | null)[]): Hint | null {
  const common = recent.find((hint) => recent.filter((other) => other === hint).length >= (recentFrames * 2) / 3);
  return common ?? null;
}

function canZoomIn({ zoom, capabilities }: HintLens): boolean {
  return capabilities.zoom !== null && capabilities.zoom.maximum >= 2 && zoom < 2;
}
