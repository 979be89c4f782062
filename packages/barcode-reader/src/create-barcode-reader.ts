import type { EngineChoice } from './engine/load-engine.ts';
import { abortedError, BarcodeReaderError, throwIfAborted } from './errors.ts';
import { type FrameVideo, followFrames, release, type TakenFrame } from './frames/frame-loop.ts';
import { createFrameTaker, type FrameTaker } from './frames/take-frame.ts';
import { createAgreement } from './reads/agreement.ts';
import type { BarcodeRead, DecodedCode, EngineName } from './reads/barcode-read.ts';
import { createRepeatSuppression, type RepeatSuppressionOptions } from './reads/repeat-suppression.ts';
import { isSymbology, type Symbology, standardSymbologies } from './symbologies.ts';
import { type Clock, type CodesAnswer, createWorkerClient, type WorkerLike } from './worker/worker-client.ts';

/** Everything a reader needs from outside. */
export interface BarcodeReaderOptions extends RepeatSuppressionOptions {
  /** Makes the module worker whose entry is `@scantix/barcode-reader/worker`. */
  readonly createWorker: () => WorkerLike;
  /** Address of `@scantix/barcode-reader/zxing_reader.wasm`, absolute or relative to the page. */
  readonly wasmUrl: string;
  /** The kinds to look for. @default standardSymbologies */
  readonly symbologies?: readonly Symbology[];
  /** Which decoder to use. @default 'auto' */
  readonly engine?: EngineChoice;
  /** The worker is given up when it is silent for this many milliseconds while asked. @default 30000 */
  readonly answerTimeoutMs?: number;
  /** @default performance.now and the global timers */
  readonly clock?: Clock;
  /** Tells whether anybody can see the page. @default document */
  readonly document?: { readonly visibilityState: string };
  /** Takes the newest frame of a video. @default a VideoFrame, or an ImageBitmap where there is none */
  readonly frameTaker?: FrameTaker;
}

/** Whether the reader can read. */
export type BarcodeReaderState =
  | { readonly status: 'stopped' }
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly engine: EngineName }
  | { readonly status: 'failed'; readonly error: BarcodeReaderError };

/** What one look at one frame gave: for overlays and diagnostics. */
export interface FrameReport {
  /** Everything the frame shows, believed or not. */
  readonly codes: readonly DecodedCode[];
  /** Milliseconds the worker spent. */
  readonly decodeMs: number;
  readonly engine: EngineName;
}

/** How a video is watched. */
export interface WatchOptions {
  /** Ends the watch. */
  readonly signal?: AbortSignal | undefined;
  /** Asked before each frame; frames are let pass while it says `true`. */
  readonly pollPaused?: (() => boolean) | undefined;
  /** Called after each frame that was looked at. */
  readonly onFrame?: ((report: FrameReport) => void) | undefined;
}

/** Reads barcodes from a video or an image, off the main thread. */
export interface BarcodeReader {
  /** Makes the worker and loads the decoder; calling it again does nothing. */
  start(): void;
  /** Ends the worker. Watches stay and go on after the next start. */
  stop(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): BarcodeReaderState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /**
   * The codes of a still image, possibly none.
   * @throws BarcodeReaderError `aborted`, `invalid-image`, `engine-unavailable`, `not-started`, `stopped`, `worker-failed`
   */
  readImage(image: Blob, options?: { signal?: AbortSignal | undefined }): Promise<BarcodeRead[]>;
  /**
   * Calls `onRead` once for every code that comes into the view of `video`.
   * @returns a function that ends the watch, as aborting `signal` does
   */
  watch(video: FrameVideo, onRead: (read: BarcodeRead) => void, options?: WatchOptions): () => void;
  /** Changes the kinds to look for. @throws BarcodeReaderError `unknown-symbology` */
  setSymbologies(symbologies: readonly Symbology[]): void;
}

/**
 * Creates a reader; no worker is made and nothing is loaded before {@link BarcodeReader.start}.
 *
 * @throws BarcodeReaderError `unknown-symbology`
 * @example
 * const reader = createBarcodeReader({ createWorker: () => new Worker(workerUrl, { type: 'module' }), wasmUrl });
 * reader.start();
 * reader.watch(video, (read) => show(read.text));
 */
export function createBarcodeReader(options: BarcodeReaderOptions): BarcodeReader {
  const clock = options.clock ?? systemClock;
  const listeners = new Set<() => void>();
  const agreement = createAgreement();
  const taker = options.frameTaker ?? createFrameTaker();
  const repeats = createRepeatSuppression(options);
  let symbologies = checked(options.symbologies ?? standardSymbologies);
  let state: BarcodeReaderState = { status: 'stopped' };

  const client = createWorkerClient({
    createWorker: options.createWorker,
    clock,
    answerTimeoutMs: options.answerTimeoutMs ?? 30_000,
    configure: () => ({
      type: 'configure',
      wasmUrl: absolute(options.wasmUrl),
      engine: options.engine ?? 'auto',
      symbologies: [...symbologies],
    }),
    onReady: (engine) => change({ status: 'ready', engine }),
    onFailed: (error) => change({ status: 'failed', error }),
  });

  function change(next: BarcodeReaderState) {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  /** Whether somebody could see a frame that is taken now. */
  function visible(): boolean {
    const page = options.document ?? globalThis.document;
    return page === undefined || page.visibilityState === 'visible';
  }

  function believe(answer: CodesAnswer, takenAt: number): BarcodeRead[] {
    repeats.frame(answer.codes, takenAt);
    return agreement
      .observe(answer.codes, takenAt)
      .filter(({ code }) => repeats.admit(code, takenAt))
      .map(({ code, frames, firstSeenAt }) => ({
        ...code,
        engine: answer.engine,
        frames,
        elapsedMs: clock.now() - firstSeenAt,
      }));
  }

  async function readImage(image: Blob, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<BarcodeRead[]> {
    throwIfAborted(signal);
    if (!(image instanceof Blob) || image.size === 0) {
      throw new BarcodeReaderError('invalid-image', 'The image is empty.');
    }
    const startedAt = clock.now();
    const answer = await untilAborted(
      client.ask((id) => ({ type: 'image', id, image })),
      signal,
    );
    const elapsedMs = clock.now() - startedAt;
    return answer.codes.map((code) => ({ ...code, engine: answer.engine, frames: 1, elapsedMs }));
  }

  function watch(video: FrameVideo, onRead: (read: BarcodeRead) => void, watchOptions: WatchOptions = {}): () => void {
    const { signal, pollPaused, onFrame } = watchOptions;
    if (signal?.aborted) return () => {};
    let over = false;

    async function decode(frame: TakenFrame) {
      const { source, width, height, transfer } = frame;
      const takenAt = clock.now();
      const answer = await client
        .ask((id) => ({ type: 'frame', id, width, height, source }), transfer)
        .catch((error: BarcodeReaderError) => {
          // A frame that is lost is lost: the next one comes, and the state says when none will.
          if (error.code === 'invalid-frame') taker.refused();
          release(frame);
          return null;
        });
      if (!answer || over) return;
      onFrame?.({ codes: answer.codes, decodeMs: answer.decodeMs, engine: answer.engine });
      for (const read of believe(answer, takenAt)) onRead(read);
    }

    const unfollow = followFrames({
      video,
      ready: () => state.status === 'ready' && visible() && pollPaused?.() !== true,
      take: taker.take,
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
    start() {
      if (state.status === 'starting' || state.status === 'ready') return;
      change({ status: 'starting' });
      client.open();
    },
    stop() {
      if (state.status === 'stopped') return;
      client.close();
      agreement.clear();
      repeats.clear();
      change({ status: 'stopped' });
    },
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readImage,
    watch,
    setSymbologies(next) {
      symbologies = checked(next);
      client.tell({ type: 'set-symbologies', symbologies: [...symbologies] });
    },
  };
}

const systemClock: Clock = {
  now: () => performance.now(),
  setInterval: (callback, intervalMs) => setInterval(callback, intervalMs),
  clearInterval: (handle) => clearInterval(handle as number),
};

function checked(names: readonly Symbology[]): readonly Symbology[] {
  const unknown = names.find((name) => !isSymbology(name));
  if (unknown !== undefined) {
    throw new BarcodeReaderError('unknown-symbology', `There is no symbology named ${JSON.stringify(unknown)}.`);
  }
  return [...new Set(names)];
}

/** The worker may live at another address than the page, so it is told a whole one. */
function absolute(url: string): string {
  const base = globalThis.document?.baseURI;
  return base === undefined ? url : new URL(url, base).href;
}

async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return work;
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(abortedError(signal));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
