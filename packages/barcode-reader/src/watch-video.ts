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

/** The share of the picture that has to change for the scene to count as moving. */
const movingShare = 0.02;

/** What watching needs. */
export interface VideoWatcherOptions extends RepeatSuppressionOptions, PaceOptions {
  readonly client: WorkerClient;
  readonly clock: Clock;
  readonly frameTaker?: FrameTaker | undefined;
  /** Whether frames can be decoded now: the decoder is ready and the page visible. */
  readonly ready: () => boolean;
  /** Whether this symbology is wanted now. */
  readonly wanted: (code: DecodedCode) => boolean;
  /** How many codes to read from one frame now. */
  readonly wantedCount: () => number;
}

/** Creates the watcher of videos. They share one memory: a code read in one is not read again in another. */
export function createVideoWatcher(options: VideoWatcherOptions) {
  const { client, clock, ready, wanted, wantedCount } = options;
  // Frames from before a code left the view must not agree with frames from after its return.
  const agreement = createAgreement({ windowMs: Math.min(1000, options.leftViewAfterMs ?? 1000) });
  const repeats = createRepeatSuppression(options);
  let taker = options.frameTaker;

  /** Yields the codes of a frame to read now. One counts as read once it is taken. */
  function* believe({ codes, engine, quality }: FrameReport, takenAt: number): Generator<BarcodeRead> {
    const full = codes.length >= wantedCount();
    repeats.frame(codes, takenAt, { unsure: quality.pixelsPerModule !== null, full });
    for (const { code, frames, firstSeenAt } of agreement.observe(codes, takenAt)) {
      if (repeats.admit(code, takenAt)) yield { ...code, engine, frames, elapsedMs: clock.now() - firstSeenAt };
    }
  }

  function watch(video: FrameVideo, onRead: (read: BarcodeRead) => void, watchOptions: WatchOptions = {}): () => void {
    const { signal, pollPaused, onFrame } = watchOptions;
    if (signal?.aborted) return () => {};
    taker ??= createFrameTaker();
    const { take, refused } = taker;
    const pace = createPace(options);
    let isOver = false;
    /** What is found while the watch is paused or over is read when one goes on. */
    const isPaused = () => isOver || pollPaused?.() === true;

    async function decode(frame: TakenFrame) {
      const { source, width, height, transfer } = frame;
      const takenAt = clock.now();
      const answer = await client
        .request((id) => ({ type: 'frame', id, width, height, source }), transfer)
        .catch((error: BarcodeReaderError) => {
          // A lost frame needs no retry: the next one follows, and the state says when none will.
          if (error.code === 'invalid-frame') refused();
          release(frame);
          return null;
        });
      if (!answer?.quality || isPaused()) return;
      const { decodeMs, engine, quality } = answer;
      // The wanted symbologies may have changed since the frame was posted.
      const codes = answer.codes.filter(wanted);
      pace.record({ at: clock.now(), decodeMs, found: codes.length > 0, moved: quality.motion > movingShare });
      const report = { codes, decodeMs, engine, quality };
      callListener(() => onFrame?.(report));
      for (const read of believe(report, takenAt)) {
        callListener(() => onRead(read));
        if (isPaused()) return;
      }
    }

    const unsubscribe = followFrames({
      video,
      ready: () => ready() && pace.due(clock.now()) && !isPaused(),
      take,
      decode,
    });
    function end() {
      isOver = true;
      unsubscribe();
      signal?.removeEventListener('abort', end);
    }
    signal?.addEventListener('abort', end);
    return end;
  }

  return {
    watch,
    /** Lets a code be read again although it stays in view. */
    release: (code: Pick<DecodedCode, 'text'>) => repeats.release(code, clock.now()),
    /** Forgets the codes seen so far. */
    clear() {
      agreement.clear();
      repeats.clear();
    },
  };
}

/** A listener that throws must not keep the others from being called: a code is reported once only. */
function callListener(listener: () => void) {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}
