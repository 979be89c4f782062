import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createBarcodeReader } from './index.ts';
import { createFakeClock, createSilentWorker } from './testing/reader-under-test.ts';

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

  test('an address of the decoder that is none is a state, too', () => {
    vi.stubGlobal('document', { baseURI: 'https://scan.example/', visibilityState: 'visible' });
    onTestFinished(() => void vi.unstubAllGlobals());
    const reader = createBarcodeReader({ createWorker: () => createSilentWorker().worker, wasmUrl: 'https://' });
    reader.start();
    expect(reader.getSnapshot()).toMatchObject({
      status: 'failed',
      error: { code: 'worker-failed', cause: expect.any(TypeError) },
    });
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

  test('a worker that leaves a request unanswered for 30 s fails', async () => {
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

  test('an engine that cannot be loaded is reported', () => {
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
