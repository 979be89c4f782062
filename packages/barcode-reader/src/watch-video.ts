import type { WatchOptions } from './barcode-reader.ts';
import { type FrameVideo, followFrames, release, type TakenFrame } from './frames/frame-loop.ts';
import type { FrameReport } from './frames/frame-report.ts';
import { createPace, type PaceOptions } from './frames/pace.ts';
import { createFrameTaker, type FrameTaker } from './frames/take-frame.ts';
import type { BarcodeReaderError } from './model/errors.ts';
import type { Clock } from './ports/clock.ts';
import { createAgreement } from './reads/agreement.ts';
import type { BarcodeRead, DecodedCode } from './reads/barcode-read.ts';
import { createRepeatSuppression, type RepeatSuppressionOptions } from './reads/repeat-suppression.ts';
import type { WorkerClient } from './worker/worker-client.ts';

/** How much of the picture has to change to call the scene alive. */
const livelyMotion = 0.02;

/** What watching needs of the reader. */
export interface VideoWatcherOptions extends RepeatSuppressionOptions, PaceOptions {
  readonly client: WorkerClient;
  readonly clock: Clock;
  readonly frameTaker?: FrameTaker | undefined;
  /** Whether a frame would be decoded and is worth it: the decoder is ready, somebody sees the page. */
  readonly ready: () => boolean;
  /** Whether this kind is wanted now. */
  readonly wanted: (code: DecodedCode) => boolean;
  /** How many codes of one frame are wanted now. */
  readonly wantedCount: () => number;
}

/** Creates what watches videos: what one of them has shown is not read again on another. */
export function createVideoWatcher(options: VideoWatcherOptions) {
  const { client, clock, ready, wanted, wantedCount } = options;
  // What has left the view is seen anew when it comes back.
  const agreement = createAgreement({ windowMs: Math.min(1000, options.leftViewAfterMs ?? 1000) });
  const repeats = createRepeatSuppression(options);
  let taker = options.frameTaker;

  function believe({ codes, engine, quality }: FrameReport, takenAt: number): BarcodeRead[] {
    const full = codes.length >= wantedCount();
    repeats.frame(codes, takenAt, { unsure: quality.pixelsPerModule !== null, full });
    return agreement
      .observe(codes, takenAt)
      .filter(({ code }) => repeats.admit(code, takenAt))
      .map(({ code, frames, firstSeenAt }) => ({
        ...code,
        engine,
        frames,
        elapsedMs: clock.now() - firstSeenAt,
      }));
  }

  function watch(video: FrameVideo, onRead: (read: BarcodeRead) => void, watchOptions: WatchOptions = {}): () => void {
    const { signal, pollPaused, onFrame } = watchOptions;
    if (signal?.aborted) return () => {};
    taker ??= createFrameTaker();
    const { take, refused } = taker;
    const pace = createPace(options);
    let over = false;

    async function decode(frame: TakenFrame) {
      const { source, width, height, transfer } = frame;
      const takenAt = clock.now();
      const answer = await client
        .ask((id) => ({ type: 'frame', id, width, height, source }), transfer)
        .catch((error: BarcodeReaderError) => {
          // A frame that is lost is lost: the next one comes, and the state says when none will.
          if (error.code === 'invalid-frame') refused();
          release(frame);
          return null;
        });
      // A watch that was paused meanwhile has not read this: the code is read when the watch goes on.
      if (!answer?.quality || over || pollPaused?.() === true) return;
      const { decodeMs, engine, quality } = answer;
      // What was asked for may have changed since the frame was handed over.
      const codes = answer.codes.filter(wanted);
      pace.looked({ at: clock.now(), decodeMs, found: codes.length > 0, moved: quality.motion > livelyMotion });
      const report = { codes, decodeMs, engine, quality };
      tell(() => onFrame?.(report));
      for (const read of believe(report, takenAt)) tell(() => onRead(read));
    }

    const unfollow = followFrames({
      video,
      ready: () => ready() && pace.due(clock.now()) && pollPaused?.() !== true,
      take,
      decode,
    });
    function end() {
      over = true;
      unfollow();
      signal?.removeEventListener('abort', end);
    }
    signal?.addEventListener('abort', end);
    return end;
  }

  return {
    watch,
    /** Forgets what was seen. */
    clear() {
      agreement.clear();
      repeats.clear();
    },
  };
}

/** A listener that throws keeps nobody else from hearing: what is read once is not read again. */
function tell(listener: () => void) {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
