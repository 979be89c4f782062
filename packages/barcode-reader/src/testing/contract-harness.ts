import type { BarcodeRead, BarcodeReader, BarcodeReaderOptions, EngineName, FrameQuality } from '../index.ts';
import type { CameraFrame } from './camera-frames.ts';
import { playFrames } from './play-frames.ts';

/** A reader that the suite stops after each test, and the engine it uses. */
export interface ReaderUnderTest {
  readonly reader: BarcodeReader;
  readonly engine: EngineName;
}

/** The functions of a test runner that the suite needs. */
export interface ContractRunner {
  /** The test fails if `run` rejects. */
  test(title: string, run: () => Promise<void>): void;
  equal(actual: unknown, expected: unknown): void;
  ok(condition: boolean, message: string): void;
}

/** Opens a reader for one test. */
export type OpenReader = (options?: Partial<BarcodeReaderOptions>) => Promise<ReaderUnderTest>;

/** A test runner, and a reader for each test. */
export interface ContractHarness extends ContractRunner {
  /** Runs a test with a reader of its own, and stops the reader afterwards. */
  using(run: (under: ReaderUnderTest) => Promise<void>, options?: Partial<BarcodeReaderOptions>): Promise<void>;
}

/** Creates the harness of one suite. */
export function createContractHarness(runner: ContractRunner, open: OpenReader): ContractHarness {
  return {
    ...runner,
    async using(run, options) {
      const under = await open(options);
      try {
        await run(under);
      } finally {
        under.reader.stop();
      }
    },
  };
}

/** Symbology and text of each read, sorted. */
export function namesOf(reads: readonly BarcodeRead[]): string[] {
  return reads.map(({ symbology, text }) => `${symbology} ${text}`).sort();
}

/** Name and code of the error that a promise rejects with. */
export async function errorOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: { name?: string; code?: string }) => `${error.name} ${error.code}`,
  );
}

/** Plays frames in a video that the reader watches, while `run` waits for reads. */
export async function watching(
  frames: readonly CameraFrame[],
  reader: BarcodeReader,
  run: (reads: readonly BarcodeRead[], qualities: readonly FrameQuality[]) => Promise<void>,
) {
  const { stream, stop } = playFrames(frames, { framesPerSecond: 20 });
  const video = Object.assign(document.createElement('video'), { muted: true, srcObject: stream });
  document.body.append(video);
  const reads: BarcodeRead[] = [];
  const qualities: FrameQuality[] = [];
  const end = reader.watch(video, (read) => reads.push(read), { onFrame: ({ quality }) => qualities.push(quality) });
  try {
    await video.play();
    await run(reads, qualities);
  } finally {
    end();
    stop();
    video.remove();
  }
}

/** Waits until a condition holds, for ten seconds at most; checks it at every animation frame. */
export async function until(condition: () => boolean): Promise<void> {
  const startedAt = performance.now();
  while (!condition() && performance.now() - startedAt < 10_000) {
    await new Promise((next) => requestAnimationFrame(next));
  }
}
