import { identityOf } from './agreement.ts';
import type { DecodedCode } from './barcode-read.ts';

/** When a code that was read counts as gone. */
export interface RepeatSuppressionOptions {
  /** A code has left the view when frames of this many milliseconds clearly did not show it. @default 1500 */
  readonly leftViewAfterMs?: number;
  /** A code is forgotten this many milliseconds after it was last seen, frames or none. @default 5000 */
  readonly forgetAfterMs?: number;
}

/**
 * Keeps a code that stays in view from being read twice.
 *
 * A code has left the view when frames were looked at for a while and none of them showed it; time in which nobody
 * looked (paused, hidden) does not count, and neither do frames that show something like a code which is not read, or as
 * many other codes as were wanted: nobody looked further.
 * Five seconds after it was last seen it may be read again in any case.
 */
export function createRepeatSuppression(options: RepeatSuppressionOptions = {}) {
  const { leftViewAfterMs = 1500, forgetAfterMs = 5000 } = options;
  const inView = new Map<string, { lastSeenAt: number; unseenMs: number }>();
  let previousFrameAt = Number.NEGATIVE_INFINITY;

  return {
    /**
     * Notes which codes the frame taken at `at` (milliseconds) shows; call it for every frame, empty ones too. `unsure`
     * says that something in it looks like a code, `full` that it shows as many codes as were looked for.
     */
    frame(codes: readonly DecodedCode[], at: number, { unsure = false, full = false } = {}): void {
      // A gap between two looks proves nothing about what was in view meanwhile.
      const proves = !full && !(unsure && codes.length === 0);
      const lookedMs = proves ? Math.min(Math.max(0, at - previousFrameAt), 250) : 0;
      previousFrameAt = at;
      const seen = new Set(codes.map(identityOf));
      for (const [identity, entry] of inView) {
        if (seen.has(identity)) {
          if (at - entry.lastSeenAt > forgetAfterMs) inView.delete(identity);
          else {
            entry.lastSeenAt = at;
            entry.unseenMs = 0;
          }
          continue;
        }
        entry.unseenMs += lookedMs;
        if (entry.unseenMs > leftViewAfterMs || at - entry.lastSeenAt > forgetAfterMs) inView.delete(identity);
      }
    },
    /** Whether this code may be read now; if so it is in view from `at` on. */
    admit(code: DecodedCode, at: number): boolean {
      const identity = identityOf(code);
      if (inView.has(identity)) return false;
      inView.set(identity, { lastSeenAt: at, unseenMs: 0 });
      return true;
    },
    /** Forgets what is in view. */
    clear() {
      inView.clear();
    },
  };
}
