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

/** Options of a reader. */
export interface BarcodeReaderOptions extends RepeatSuppressionOptions, PaceOptions {
  /** Creates the module worker whose entry is `@scantix/barcode-reader/worker`. */
  readonly createWorker: () => WorkerLike;
  /** URL of `@scantix/barcode-reader/zxing_reader.wasm`, absolute or relative to the page. */
  readonly wasmUrl: string;
  /** The symbologies to look for. @default standardSymbologies */
  readonly symbologies?: readonly Symbology[];
  /** How many codes to read from one frame, 1 to 255. @default 1 */
  readonly maximumCodes?: number;
  /** Which decoder to use. @default 'auto' */
  readonly engine?: EngineChoice;
  /** A worker that leaves a request unanswered for this many milliseconds has failed. @default 30000 */
  readonly answerTimeoutMs?: number;
  /** @default performance.now and the global timers */
  readonly clock?: Clock;
  /** Says whether the page is visible. @default document */
  readonly document?: { readonly visibilityState: string };
  /** Takes the newest frame of a video. @default createFrameTaker() */
  readonly frameTaker?: FrameTaker;
}

/** The reader's state. A reader that `failed` reads nothing until it is started again. */
export type BarcodeReaderState =
  | { readonly status: 'stopped' }
  | { readonly status: 'starting' }
  | {
      readonly status: 'ready';
      readonly engine: EngineName;
      /** Which engines were tried, why the others are not used, and how long each test took. */
      readonly probes: readonly EngineProbe[];
    }
  | { readonly status: 'failed'; readonly error: BarcodeReaderError };

/** How a video is watched. */
export interface WatchOptions {
  /** Ends the watch. */
  readonly signal?: AbortSignal | undefined;
  /** Called at each frame and each read; while it returns `true`, nothing is read. */
  readonly pollPaused?: (() => boolean) | undefined;
  /** Called after each frame that was decoded. */
  readonly onFrame?: ((report: FrameReport) => void) | undefined;
}

/** Reads barcodes from a video or an image, off the main thread. */
export interface BarcodeReader {
  /** Creates the worker and loads the decoder; does nothing unless the reader is stopped or has failed. */
  start(): void;
  /** Terminates the worker. Watches stay and continue after the next start. */
  stop(): void;
  /** The current state; the same object until something changes. */
  getSnapshot(): BarcodeReaderState;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
  /**
   * Reads the codes of a still image, possibly none. The caller keeps the image.
   * @throws BarcodeReaderError `aborted`, `invalid-image`, `engine-unavailable`, `not-started`, `pixels-altered`, `stopped`,
   *   `worker-failed`
   */
  readImage(image: StillImage, options?: { signal?: AbortSignal | undefined }): Promise<BarcodeRead[]>;
  /**
   * Calls `onRead` once for every code that comes into view in `video`.
   * @returns a function that ends the watch, as aborting `signal` does
   */
  watch(video: FrameVideo, onRead: (read: BarcodeRead) => void, options?: WatchOptions): () => void;
  /** Lets a code that could not be used be read again, after `leftViewAfterMs`, although it stays in view. */
  release(read: Pick<BarcodeRead, 'text'>): void;
  /** Changes the symbologies to look for. @throws BarcodeReaderError `unknown-symbology` */
  setSymbologies(symbologies: readonly Symbology[]): void;
  /** Changes how many codes to read from one frame. @throws RangeError unless it is a whole number from 1 to 255 */
  setMaximumCodes(maximumCodes: number): void;
}
