import { createListeners } from '@scantix/runtime-utils';
import type { BarcodeReader, BarcodeReaderOptions, BarcodeReaderState } from './barcode-reader.ts';
import { BarcodeReaderError } from './model/errors.ts';
import { isSymbology, type Symbology, standardSymbologies } from './model/symbologies.ts';
import { systemClock } from './ports/clock.ts';
import { createStillImageReader } from './read-still-image.ts';
import { createVideoWatcher } from './watch-video.ts';
import { createWorkerClient } from './worker/worker-client.ts';

/**
 * Creates a reader; no worker is created and nothing is loaded before {@link BarcodeReader.start}.
 *
 * @throws BarcodeReaderError `unknown-symbology`
 * @throws RangeError unless `maximumCodes` is a whole number from 1 to 255
 * @example
 * const reader = createBarcodeReader({ createWorker: () => new Worker(workerUrl, { type: 'module' }), wasmUrl });
 * reader.start();
 * reader.watch(video, (read) => show(read.text));
 */
export function createBarcodeReader(options: BarcodeReaderOptions): BarcodeReader {
  const clock = options.clock ?? systemClock;
  const { subscribe, notify } = createListeners();
  let symbologies = checked(options.symbologies ?? standardSymbologies);
  let maximumCodes = checkedCount(options.maximumCodes ?? 1);
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
      maximumCodes,
    }),
    onReady: ({ engine, probes }) => change({ status: 'ready', engine, probes }),
    onFailed(error, { hadAnswered }) {
      // A worker that has answered before is replaced; one that never did would fail again.
      if (hadAnswered) restart();
      else change({ status: 'failed', error });
    },
  });

  function change(next: BarcodeReaderState) {
    state = next;
    notify();
  }

  function restart() {
    change({ status: 'starting' });
    client.open();
  }

  /** A hidden page shows no frame that is worth decoding. */
  function isVisible(): boolean {
    const page = options.document ?? globalThis.document;
    return page === undefined || page.visibilityState === 'visible';
  }

  const watcher = createVideoWatcher({
    ...options,
    client,
    clock,
    ready: () => state.status === 'ready' && isVisible(),
    wanted: ({ symbology }) => symbologies.includes(symbology),
    wantedCount: () => maximumCodes,
  });

  function setWanted(nextSymbologies: readonly Symbology[], nextMaximumCodes: number) {
    const same = `${nextSymbologies}` === `${symbologies}` && nextMaximumCodes === maximumCodes;
    symbologies = nextSymbologies;
    maximumCodes = nextMaximumCodes;
    if (!same) client.post({ type: 'want', symbologies: [...symbologies], maximumCodes });
  }

  return {
    start() {
      if (state.status === 'starting' || state.status === 'ready') return;
      restart();
    },
    stop() {
      if (state.status === 'stopped') return;
      client.close();
      watcher.clear();
      change({ status: 'stopped' });
    },
    getSnapshot: () => state,
    subscribe,
    readImage: createStillImageReader({ client, clock }),
    watch: watcher.watch,
    release: watcher.release,
    setSymbologies: (next) => setWanted(checked(next), maximumCodes),
    setMaximumCodes: (next) => setWanted(symbologies, checkedCount(next)),
  };
}

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

/** The worker may have another base URL than the page, so it gets an absolute one. */
function absolute(url: string): string {
  const base = globalThis.document?.baseURI;
  return base === undefined ? url : new URL(url, base).href;
}
