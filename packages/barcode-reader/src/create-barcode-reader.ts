import type {
  BarcodeReader,
  BarcodeReaderOptions,
  BarcodeReaderState,
  FrameReport,
  WatchOptions,
} from './barcode-reader.ts';
import { abortedError, BarcodeReaderError, throwIfAborted } from './errors.ts';
import { type FrameVideo, followFrames, release, type TakenFrame } from './frames/frame-loop.ts';
import { releaseImage, type StillImage, takeImage } from './frames/image-source.ts';
import { createPace } from './frames/pace.ts';
import { createFrameTaker } from './frames/take-frame.ts';
import { createAgreement } from './reads/agreement.ts';
import type { BarcodeRead } from './reads/barcode-read.ts';
import { createRepeatSuppression } from './reads/repeat-suppression.ts';
import { isSymbology, type Symbology, standardSymbologies } from './symbologies.ts';
import { type Clock, createWorkerClient } from './worker/worker-client.ts';

/** How much of the picture has to change to call the scene alive. */
const livelyMotion = 0.02;

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
  const repeats = createRepeatSuppression(options);
  let taker = options.frameTaker;
  let symbologies = checked(options.symbologies ?? standardSymbologies);
  let maximumCodes = checkedCount(options.maximumCodes ?? 1);
  let state: BarcodeReaderState = { status: 'stopped' };

  const wanted = () => ({ symbologies: [...symbologies], maximumCodes });
  const client = createWorkerClient({
    createWorker: options.createWorker,
    clock,
    answerTimeoutMs: options.answerTimeoutMs ?? 30_000,
    configure: () => ({
      type: 'configure',
      wasmUrl: absolute(options.wasmUrl),
      engine: options.engine ?? 'auto',
      ...wanted(),
    }),
    onReady: ({ engine, probes }) => change({ status: 'ready', engine, probes }),
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

  function believe({ codes, engine, quality }: FrameReport, takenAt: number): BarcodeRead[] {
    repeats.frame(codes, takenAt, { unsure: quality.pixelsPerModule !== null });
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

  async function readImage(
    image: StillImage,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): Promise<BarcodeRead[]> {
    throwIfAborted(signal);
    const startedAt = clock.now();
    const taking = takeImage(image);
    const taken = taking instanceof Promise ? await taking : taking;
    if (signal?.aborted) {
      releaseImage(taken);
      throw abortedError(signal);
    }
    const { source, transfer } = taken;
    const asked = client
      .ask((id) => ({ type: 'image', id, source }), transfer)
      .catch((error: BarcodeReaderError) => {
        releaseImage(taken);
        if (error.code !== 'invalid-frame') throw error;
        throw new BarcodeReaderError('invalid-image', 'This is no image that can be read.', { cause: error });
      });
    const answer = await untilAborted(asked, signal);
    const elapsedMs = clock.now() - startedAt;
    return answer.codes.map((code) => ({ ...code, engine: answer.engine, frames: 1, elapsedMs }));
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
      if (!answer?.quality || over) return;
      const { codes, decodeMs, engine, quality } = answer;
      pace.looked({ at: clock.now(), decodeMs, found: codes.length > 0, moved: quality.motion > livelyMotion });
      const report = { codes, decodeMs, engine, quality };
      onFrame?.(report);
      for (const read of believe(report, takenAt)) onRead(read);
    }

    const unfollow = followFrames({
      video,
      ready: () => state.status === 'ready' && visible() && pace.due(clock.now()) && pollPaused?.() !== true,
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
      client.tell({ type: 'want', ...wanted() });
    },
    setMaximumCodes(next) {
      maximumCodes = checkedCount(next);
      client.tell({ type: 'want', ...wanted() });
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

function checkedCount(count: number): number {
  if (Number.isInteger(count) && count >= 1 && count <= 255) return count;
  throw new RangeError('maximumCodes is a whole number from 1 to 255.');
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
