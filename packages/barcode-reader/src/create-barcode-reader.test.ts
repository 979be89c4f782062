import { describe, expect, test, vi } from 'vitest';
import { type BarcodeRead, type BarcodeReaderOptions, createBarcodeReader } from './index.ts';
import { createFrameByFrameVideo } from './testing/frame-by-frame-video.ts';
import { createInProcessWorker } from './testing/in-process-worker.ts';
import { type CameraFrame, cameraFrames, type Scene } from './testing/index.ts';
import type { WorkerLike } from './worker/worker-client.ts';

function createFakeClock() {
  let now = 0;
  const ticks = new Set<() => void>();
  return {
    now: () => now,
    setInterval(callback: () => void) {
      ticks.add(callback);
      return callback;
    },
    clearInterval: (handle: unknown) => void ticks.delete(handle as () => void),
    /** Lets seconds pass, one tick each. */
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

async function draw(scene: Scene): Promise<CameraFrame> {
  for await (const frame of cameraFrames({ scenes: [{ ...scene, seconds: 0.05 }] })) return frame;
  throw new Error('No frame was drawn.');
}

const ticket: Scene = { symbology: 'qr_code', text: 'T-1', seconds: 1 };
const article: Scene = { symbology: 'ean_13', text: '2112345678900', seconds: 1 };
const nothing: Scene = { empty: true, seconds: 1 };

/** A reader at work on a video that the test plays; `see` shows a frame and waits until it was looked at. */
async function watching(options: Partial<BarcodeReaderOptions> = {}, pollPaused?: () => boolean) {
  const clock = createFakeClock();
  const screen = createFrameByFrameVideo();
  const reader = createBarcodeReader({
    createWorker: createInProcessWorker,
    wasmUrl: '/decoder.wasm',
    clock,
    frameTaker: screen,
    document: { visibilityState: 'visible' },
    // The test's clock stands still while the decoder works.
    busyShare: 1,
    idleShare: 1,
    ...options,
  });
  const reads: BarcodeRead[] = [];
  let looks = 0;
  const stop = reader.watch(screen.video, (read) => reads.push(read), { pollPaused, onFrame: () => looks++ });
  reader.start();
  await vi.waitFor(() => expect(reader.getSnapshot().status).toBe('ready'));
  async function see(frame: CameraFrame, at: number) {
    clock.set(at);
    const before = looks;
    screen.show(frame);
    await vi.waitFor(() => expect(looks).toBe(before + 1));
  }
  return { reader, reads, clock, screen, see, stop, looks: () => looks };
}

describe('watching a video', () => {
  test('a code in view is read once, with all there is to say about it', async () => {
    const { reads, see } = await watching();
    const frame = await draw(ticket);
    await see(frame, 0);
    await see(frame, 50);
    expect(reads).toHaveLength(1);
    expect(reads[0]).toMatchObject({ text: 'T-1', symbology: 'qr_code', identifier: ']Q1', engine: 'wasm', frames: 1 });
    expect(reads[0]?.raw).toEqual(new TextEncoder().encode('T-1'));
    expect(reads[0]?.corners).toHaveLength(4);
  });

  test('a retail code is read when two frames agree', async () => {
    const { reads, see } = await watching();
    const frame = await draw(article);
    await see(frame, 0);
    expect(reads).toEqual([]);
    await see(frame, 40);
    expect(reads).toMatchObject([{ text: '2112345678900', frames: 2, elapsedMs: 40 }]);
  });

  test('a code that left the view and came back is read again', async () => {
    const { reads, see } = await watching();
    const [shown, empty] = [await draw(ticket), await draw(nothing)];
    await see(shown, 0);
    for (let at = 100; at < 2500; at += 200) await see(empty, at);
    await see(shown, 2500);
    expect(reads.map(({ text }) => text)).toEqual(['T-1', 'T-1']);
  });

  test('frames that come while one is decoded are dropped but for the newest', async () => {
    const { screen, looks, reads } = await watching();
    const [shown, empty] = [await draw(ticket), await draw(nothing)];
    for (let count = 0; count < 10; count++) screen.show(empty);
    screen.show(shown);
    await vi.waitFor(() => expect(looks()).toBe(2));
    expect(screen.taken).toBe(2);
    expect(reads).toMatchObject([{ text: 'T-1' }]);
  });

  test('nothing is taken while paused or hidden', async () => {
    let paused = true;
    const page = { visibilityState: 'visible' };
    const { screen, see, reads } = await watching({ document: page }, () => paused);
    const shown = await draw(ticket);
    screen.show(shown);
    paused = false;
    page.visibilityState = 'hidden';
    screen.show(shown);
    expect(screen.taken).toBe(0);
    page.visibilityState = 'visible';
    await see(shown, 0);
    expect(reads).toHaveLength(1);
  });

  test('only the wanted kinds are read', async () => {
    const { reader, reads, see } = await watching({ symbologies: ['code_128'] });
    const shown = await draw(ticket);
    await see(shown, 0);
    expect(reads).toEqual([]);
    reader.setSymbologies(['qr_code']);
    await see(shown, 50);
    expect(reads).toHaveLength(1);
  });

  test('an ended watch reads no more', async () => {
    const { screen, stop, reads } = await watching();
    stop();
    screen.show(await draw(ticket));
    expect(screen.taken).toBe(0);
    expect(reads).toEqual([]);
  });

  test('a watch goes on after the reader was stopped and started', async () => {
    const { reader, see, reads } = await watching();
    reader.stop();
    expect(reader.getSnapshot()).toEqual({ status: 'stopped' });
    reader.start();
    await vi.waitFor(() => expect(reader.getSnapshot()).toMatchObject({ status: 'ready', engine: 'wasm' }));
    await see(await draw(ticket), 0);
    expect(reads).toHaveLength(1);
  });
});

/** A worker of which the test is the other side. */
function createSilentWorker() {
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

describe('when the worker fails', () => {
  const image = new Blob(['no picture']);

  test('a worker that cannot be made is a state, not an exception', () => {
    const reader = createBarcodeReader({
      createWorker: () => {
        throw new TypeError('refused by policy');
      },
      wasmUrl: '/decoder.wasm',
    });
    reader.start();
    expect(reader.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'worker-failed' } });
  });

  test('a broken worker rejects what waits, and another start makes a new one', async () => {
    const first = createSilentWorker();
    const second = createSilentWorker();
    const workers = [first.worker, second.worker];
    const reader = createBarcodeReader({
      createWorker: () => workers.shift() ?? first.worker,
      wasmUrl: '/decoder.wasm',
    });
    reader.start();
    const read = reader.readImage(image);
    first.events.dispatchEvent(new Event('error'));
    await expect(read).rejects.toMatchObject({ code: 'worker-failed' });
    expect(first.worker.ended).toBe(true);
    expect(reader.getSnapshot().status).toBe('failed');
    reader.start();
    second.say({ type: 'ready', engine: 'js', probes: [] });
    expect(reader.getSnapshot()).toEqual({ status: 'ready', engine: 'js', probes: [] });
    reader.stop();
  });

  test('an answer that is none is a failure', () => {
    const { worker, say } = createSilentWorker();
    const reader = createBarcodeReader({ createWorker: () => worker, wasmUrl: '/decoder.wasm' });
    reader.start();
    say({ type: 'ready', engine: 'abacus', probes: [] });
    expect(reader.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'worker-failed' } });
  });

  test('a worker that is asked and stays silent for 30 s is given up', async () => {
    const clock = createFakeClock();
    const { worker } = createSilentWorker();
    const reader = createBarcodeReader({ createWorker: () => worker, wasmUrl: '/decoder.wasm', clock });
    reader.start();
    clock.pass(100);
    expect(reader.getSnapshot().status).toBe('starting');
    const read = reader.readImage(image);
    clock.pass(29);
    expect(worker.ended).toBe(false);
    clock.pass(1);
    await expect(read).rejects.toMatchObject({ code: 'worker-failed' });
    expect(worker.ended).toBe(true);
  });

  test('an engine that cannot be had is said', () => {
    const { worker, say } = createSilentWorker();
    const reader = createBarcodeReader({ createWorker: () => worker, wasmUrl: '/decoder.wasm' });
    reader.start();
    say({ type: 'failed', id: null, code: 'engine-unavailable', message: 'no wasm' });
    expect(reader.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'engine-unavailable' } });
  });
});

describe('calls that cannot succeed', () => {
  const reader = () =>
    createBarcodeReader({ createWorker: () => createSilentWorker().worker, wasmUrl: '/decoder.wasm' });

  test('an unknown symbology is refused by name', () => {
    expect(() => reader().setSymbologies(['snow_code' as never])).toThrow(
      expect.objectContaining({ code: 'unknown-symbology', message: expect.stringContaining('snow_code') }),
    );
  });

  test.each([0, 1.5, 256, Number.NaN])('%s codes a frame cannot be wanted', (count) => {
    expect(() => reader().setMaximumCodes(count)).toThrow(RangeError);
  });

  test('an image before the start is refused', async () => {
    await expect(reader().readImage(new Blob(['x']))).rejects.toMatchObject({ code: 'not-started' });
  });

  test('an empty image and something that is no file are refused', async () => {
    const started = reader();
    started.start();
    await expect(started.readImage(new Blob([]))).rejects.toMatchObject({ code: 'invalid-image' });
    await expect(started.readImage('ticket.png' as never)).rejects.toMatchObject({ code: 'invalid-image' });
    started.stop();
  });

  test('an aborted read rejects at once, before and while it is under way', async () => {
    const started = reader();
    started.start();
    const abort = new AbortController();
    const read = started.readImage(new Blob(['x']), { signal: abort.signal });
    abort.abort(new Error('left the page'));
    await expect(read).rejects.toMatchObject({ code: 'aborted', cause: { message: 'left the page' } });
    await expect(started.readImage(new Blob(['x']), { signal: abort.signal })).rejects.toMatchObject({
      code: 'aborted',
    });
    started.stop();
  });

  test('stopping rejects what waits', async () => {
    const started = reader();
    started.start();
    const read = started.readImage(new Blob(['x']));
    started.stop();
    await expect(read).rejects.toMatchObject({ code: 'stopped' });
  });
});
