import type { EngineChoice, EngineProbe } from './engine/load-engine.ts';
import type { FrameVideo } from './frames/frame-loop.ts';
import type { FrameReport } from './frames/frame-report.ts';
import type { StillImage } from './frames/image-source.ts';
import type { PaceOptions } from './frames/pace.ts';
import type { FrameTaker } from './frames/take-frame.ts';
import type { BarcodeReaderError } from './model/errors.ts';
import type { Symbology } from './model/symbologies.ts';
import type { Clock } from './ports/clock.ts';
import type { WorkerLike } from './ports/worker-like.ts';
import type { BarcodeRead, EngineName } from './reads/barcode-read.ts';
import type { RepeatSuppressionOptions } from './reads/repeat-suppression.ts';

/** Everything a reader needs from outside. */
export interface BarcodeReaderOptions extends RepeatSuppressionOptions, PaceOptions {
  /** Makes the module worker whose entry is `@scantix/barcode-reader/worker`. */
  readonly createWorker: () => WorkerLike;
  /** Address of `@scantix/barcode-reader/zxing_reader.wasm`, absolute or relative to the page. */
  readonly wasmUrl: string;
  /** The kinds to look for. @default standardSymbologies */
  readonly symbologies?: readonly Symbology[];
  /** How many codes of one frame are wanted, 1 to 255. @default 1 */
  readonly maximumCodes?: number;
  /** Which decoder to use. @default 'auto' */
  readonly engine?: EngineChoice;
  /** The worker is given up when it is silent for this many milliseconds while asked. @default 30000 */
  readonly answerTimeoutMs?: number;
  /** @default performance.now and the global timers */
  readonly clock?: Clock;
  /** Tells whether anybody can see the page. @default document */
  readonly document?: { readonly visibilityState: string };
  /** Takes the newest frame of a video. @default createFrameTaker() */
  readonly frameTaker?: FrameTaker;
}

/** Whether the reader can read. A reader that `failed` reads nothing until it is started again. */
export type BarcodeReaderState =
  | { readonly status: 'stopped' }
  | { readonly status: 'starting' }
  | {
      readonly status: 'ready';
      readonly engine: EngineName;
      /** Which engines were tried, why the others are not used, and how long it took. */
      readonly probes: readonly EngineProbe[];
    }
  | { readonly status: 'failed'; readonly error: BarcodeReaderError };

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
  /** Makes the worker and loads the decoder; does nothing unless the reader is stopped or has failed. */
  start(): void;
  /** Ends the worker. Watches stay and go on after the next start. */
  stop(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): BarcodeReaderState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /**
   * The codes of a still image, possibly none. What is handed in stays the caller's.
   * @throws BarcodeReaderError `aborted`, `invalid-image`, `engine-unavailable`, `not-started`, `stopped`, `worker-failed`
   */
  readImage(image: StillImage, options?: { signal?: AbortSignal | undefined }): Promise<BarcodeRead[]>;
  /**
   * Calls `onRead` once for every code that comes into the view of `video`.
   * @returns a function that ends the watch, as aborting `signal` does
   */
  watch(video: FrameVideo, onRead: (read: BarcodeRead) => void, options?: WatchOptions): () => void;
  /** Changes the kinds to look for. @throws BarcodeReaderError `unknown-symbology` */
  setSymbologies(symbologies: readonly Symbology[]): void;
  /** Changes how many codes of one frame are wanted. @throws RangeError unless it is a whole number from 1 to 255 */
  setMaximumCodes(maximumCodes: number): void;
}
