import { expect, vi } from 'vitest';
import { type BarcodeRead, type BarcodeReaderOptions, createBarcodeReader } from '../index.ts';
import type { WorkerLike } from '../ports/worker-like.ts';
import { type CameraFrame, cameraFrames, type Scene } from './camera-frames.ts';
import { createFrameByFrameVideo } from './frame-by-frame-video.ts';
import { createInProcessWorker } from './in-process-worker.ts';

/** Real decoding takes long on a busy machine. */
const patience = { timeout: 20_000 };

/** A clock that a test sets. */
export function createFakeClock() {
  let now = 0;
  const ticks = new Set<() => void>();
  return {
    now: () => now,
    setInterval(callback: () => void) {
      ticks.add(callback);
      return callback;
    },
    clearInterval: (handle: unknown) => void ticks.delete(handle as () => void),
    /** Advances by seconds, one tick each. */
    pass(seconds: number) {
      for (let second = 0; second < seconds; second++) {
        now += 1000;
        for (const tick of [...ticks]) tick();
      }
    },
    set(ms: number) {
      now = ms;
    },
  };
}

/** One frame that shows the scene. */
export async function drawFrame(scene: Scene): Promise<CameraFrame> {
  for await (const frame of cameraFrames({ scenes: [{ ...scene, seconds: 0.05 }] })) return frame;
  throw new Error('No frame was drawn.');
}

/** A reader that watches a video that the test plays; `see` shows a frame and waits until it was decoded. */
export async function watchFrames(options: Partial<BarcodeReaderOptions> = {}, pollPaused?: () => boolean) {
  const clock = createFakeClock();
  const screen = createFrameByFrameVideo();
  const reader = createBarcodeReader({
    createWorker: createInProcessWorker,
    wasmUrl: '/decoder.wasm',
    clock,
    frameTaker: screen,
    document: { visibilityState: 'visible' },
    // The test's clock does not move while the decoder works.
    busyShare: 1,
    idleShare: 1,
    ...options,
  });
  const reads: BarcodeRead[] = [];
  let frames = 0;
  const stop = reader.watch(screen.video, (read) => reads.push(read), { pollPaused, onFrame: () => frames++ });
  reader.start();
  await vi.waitFor(() => expect(reader.getSnapshot().status).toBe('ready'), patience);
  async function see(frame: CameraFrame, at: number) {
    clock.set(at);
    const before = frames;
    screen.show(frame);
    await vi.waitFor(() => expect(frames).toBe(before + 1), patience);
  }
  return { reader, reads, clock, screen, see, stop, frames: () => frames };
}

/** A worker whose messages the test reads and sends. */
export function createSilentWorker() {
  const events = new EventTarget();
  const worker: WorkerLike & { ended: boolean } = {
    ended: false,
    postMessage() {},
    addEventListener: (type, listener) => events.addEventListener(type, listener),
    terminate() {
      worker.ended = true;
    },
  };
  return { worker, say: (data: unknown) => events.dispatchEvent(new MessageEvent('message', { data })), events };
}
