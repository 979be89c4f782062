import type { DecodedCode } from './barcode-read.ts';

/** When a code that was read may be read again. */
export interface RepeatSuppressionOptions {
  /** A code has left the view after this many milliseconds of frames that clearly do not show it. @default 1500 */
  readonly leftViewAfterMs?: number;
  /** A code is forgotten this many milliseconds after it was last seen, with or without frames. @default 5000 */
  readonly forgetAfterMs?: number;
}

/**
 * Prevents a second read of a code that stays in view. Symbols with the same text are one code: a ticket may print its
 * number in several.
 *
 * A code has left the view when frames were decoded for `leftViewAfterMs` and none of them showed it. Time without
 * frames (paused, hidden) does not count. Neither do frames with an unread code, and frames with as many other codes as
 * are wanted, after which decoding stops. After `forgetAfterMs` the code may be read again in any case.
 */
export function createRepeatSuppression(options: RepeatSuppressionOptions = {}) {
  const { leftViewAfterMs = 1500, forgetAfterMs = 5000 } = options;
  const inView = new Map<string, { lastSeenAt: number; unseenMs: number; againAt?: number }>();
  let previousFrameAt = Number.NEGATIVE_INFINITY;

  return {
    /**
     * Records which codes the frame taken at `at` (milliseconds) shows; must be called for every frame, empty ones too.
     * `unsure` says that something in it looks like a code, `full` that it shows as many codes as are wanted.
     */
    frame(codes: readonly DecodedCode[], at: number, { unsure = false, full = false } = {}): void {
      // A long gap between two frames proves nothing about what was in view meanwhile.
      const proves = !full && !(unsure && codes.length === 0);
      const countedMs = proves ? Math.min(Math.max(0, at - previousFrameAt), 250) : 0;
      previousFrameAt = at;
      const seen = new Set(codes.map(({ text }) => text));
      for (const [text, entry] of inView) {
        if (seen.has(text)) {
          if (at - entry.lastSeenAt > forgetAfterMs || at > (entry.againAt ?? at)) inView.delete(text);
          else {
            entry.lastSeenAt = at;
            entry.unseenMs = 0;
          }
          continue;
        }
        entry.unseenMs += countedMs;
        if (entry.unseenMs > leftViewAfterMs || at - entry.lastSeenAt > forgetAfterMs) inView.delete(text);
      }
    },
    /** Whether this code may be read now; if so, it counts as in view from `at` on. */
    admit({ text }: DecodedCode, at: number): boolean {
      if (inView.has(text)) return false;
      inView.set(text, { lastSeenAt: at, unseenMs: 0 });
      return true;
    },
    /** Lets a code be read again, `leftViewAfterMs` after `at`, although it stays in view. */
    release({ text }: Pick<DecodedCode, 'text'>, at: number): void {
      const entry = inView.get(text);
      if (entry) entry.againAt = at + leftViewAfterMs;
    },
    /** Forgets the codes in view. */
    clear() {
      inView.clear();
    },
  };
}
