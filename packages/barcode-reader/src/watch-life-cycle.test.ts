import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHeldWorker } from './testing/held-worker.ts';
import { createInProcessWorker } from './testing/in-process-worker.ts';
import type { Scene } from './testing/index.ts';
import { drawFrame, watchFrames } from './testing/reader-under-test.ts';

// Real decoding, beside whatever else the machine does.
vi.setConfig({ testTimeout: 30_000 });
const patience = { timeout: 20_000 };

const ticket: Scene = { symbology: 'qr_code', text: 'T-1', seconds: 1 };
const nothing: Scene = { empty: true, seconds: 1 };

describe('watching a video', () => {
  test('nothing is taken while paused or hidden', async () => {
    let paused = true;
    const page = { visibilityState: 'visible' };
    const { screen, see, reads } = await watchFrames({ document: page }, () => paused);
    const shown = await drawFrame(ticket);
    screen.show(shown);
    paused = false;
    page.visibilityState = 'hidden';
    screen.show(shown);
    expect(screen.taken).toBe(0);
    page.visibilityState = 'visible';
    await see(shown, 0);
    expect(reads).toHaveLength(1);
  });

  test('an ended watch reads no more', async () => {
    const { screen, stop, reads } = await watchFrames();
    stop();
    screen.show(await drawFrame(ticket));
    expect(screen.taken).toBe(0);
    expect(reads).toEqual([]);
  });

  test('a watch continues after the reader was stopped and started', async () => {
    const { reader, see, reads } = await watchFrames();
    reader.stop();
    expect(reader.getSnapshot()).toEqual({ status: 'stopped' });
    reader.start();
    await vi.waitFor(() => expect(reader.getSnapshot()).toMatchObject({ status: 'ready', engine: 'wasm' }), patience);
    await see(await drawFrame(ticket), 0);
    expect(reads).toHaveLength(1);
  });

  test('what was under way when the watch was paused is not read, and is read afterwards', async () => {
    const { worker, answers } = createHeldWorker();
    let paused = false;
    const { reads, screen } = await watchFrames({ createWorker: () => worker }, () => paused);
    const shown = await drawFrame(ticket);
    screen.show(shown);
    await vi.waitFor(() => expect(answers).toHaveLength(1), patience);
    paused = true;
    answers[0]?.();
    await new Promise(setImmediate);
    expect(reads).toEqual([]);
    paused = false;
    screen.show(shown);
    await vi.waitFor(() => expect(answers).toHaveLength(2), patience);
    answers[1]?.();
    await vi.waitFor(() => expect(reads).toHaveLength(1), patience);
  });

  test('a listener that throws is reported, and the other codes of the frame are read', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
    onTestFinished(() => void vi.unstubAllGlobals());
    const { reader, screen, stop } = await watchFrames({ symbologies: ['qr_code'], maximumCodes: 3 });
    stop();
    const beside = [{ symbology: 'qr_code' as const, text: 'T-2', size: 0.4, centre: { x: 0.75, y: 0.5 } }];
    const frame = await drawFrame({ ...ticket, size: 0.4, centre: { x: 0.25, y: 0.5 }, beside });
    const received: string[] = [];
    reader.watch(screen.video, ({ text }) => {
      received.push(text);
      throw new Error(`No room for ${text}.`);
    });
    screen.show(frame);
    await vi.waitFor(() => expect(received.sort()).toEqual(['T-1', 'T-2']), patience);
    expect(reported).toHaveLength(2);
  });

  test.each(['paused', 'ended'])(
    'a watch that the first of two codes has %s does not read the second, which is read afterwards',
    async (how) => {
      const { reader, screen, stop } = await watchFrames({ symbologies: ['qr_code'], maximumCodes: 2 });
      stop();
      const beside = [{ symbology: 'qr_code' as const, text: 'T-2', size: 0.4, centre: { x: 0.75, y: 0.5 } }];
      const frame = await drawFrame({ ...ticket, size: 0.4, centre: { x: 0.25, y: 0.5 }, beside });
      const received: string[] = [];
      let paused = false;
      let frames = 0;
      const watch = () =>
        reader.watch(
          screen.video,
          ({ text }) => {
            received.push(text);
            if (how === 'paused') paused = true;
            else end();
          },
          { pollPaused: () => paused, onFrame: () => frames++ },
        );
      let end = watch();
      screen.show(frame);
      await vi.waitFor(() => expect(frames).toBe(1), patience);
      expect(received).toHaveLength(1);
      if (how === 'paused') paused = false;
      else end = watch();
      screen.show(frame);
      await vi.waitFor(() => expect(received.sort()).toEqual(['T-1', 'T-2']), patience);
    },
  );

  test('a hundred views that come and go leave nothing behind, and the last one reads', async () => {
    const { reader, screen, stop, reads } = await watchFrames();
    const signal = { added: 0, removed: 0 };
    for (let count = 0; count < 100; count++) {
      const abort = new AbortController();
      const { addEventListener, removeEventListener } = AbortSignal.prototype;
      vi.spyOn(abort.signal, 'addEventListener').mockImplementation(function (this: AbortSignal, ...args: unknown[]) {
        signal.added++;
        return addEventListener.apply(this, args as never);
      });
      vi.spyOn(abort.signal, 'removeEventListener').mockImplementation(function (
        this: AbortSignal,
        ...args: unknown[]
      ) {
        signal.removed++;
        return removeEventListener.apply(this, args as never);
      });
      const end = reader.watch(screen.video, () => {}, { signal: abort.signal });
      if (count % 2 === 0) abort.abort();
      else end();
    }
    expect(signal).toEqual({ added: 100, removed: 100 });
    expect(screen.waiting).toBe(1);
    screen.show(await drawFrame(ticket));
    await vi.waitFor(() => expect(reads).toHaveLength(1), patience);
    stop();
    expect(screen.waiting).toBe(0);
  });

  test('a worker that dies at work is replaced, and the video is read on', async () => {
    const workers: ReturnType<typeof createDyingWorker>[] = [];
    const { reader, reads, see, screen } = await watchFrames({
      createWorker() {
        const worker = createDyingWorker();
        workers.push(worker);
        return worker;
      },
    });
    await see(await drawFrame(nothing), 0);
    workers[0]?.die();
    screen.show(await drawFrame(ticket));
    await vi.waitFor(() => expect(reader.getSnapshot().status).toBe('ready'), patience);
    expect(workers).toHaveLength(2);
    await see(await drawFrame(ticket), 1000);
    expect(reads).toHaveLength(1);
  });

  test('a worker that dies before it has answered once is not replaced: the next would die too', async () => {
    const worker = createDyingWorker();
    const { reader } = await watchFrames({ createWorker: () => worker });
    worker.die();
    expect(reader.getSnapshot()).toMatchObject({ status: 'failed', error: { code: 'worker-failed' } });
  });
});

/** The real decoder, until it dies as a browser's worker does that has no memory left. */
function createDyingWorker() {
  const worker = createInProcessWorker();
  let sendError: ((event: Event) => void) | null = null;
  return {
    postMessage: worker.postMessage,
    terminate: worker.terminate,
    addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: Event) => void) {
      if (type === 'error') sendError = listener;
      worker.addEventListener(type, listener);
    },
    die: () => sendError?.(new Event('error')),
  };
}
