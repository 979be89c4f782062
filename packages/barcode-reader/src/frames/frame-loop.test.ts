import { expect, test, vi } from 'vitest';
import { type FrameVideo, followFrames, release, type TakenFrame } from './frame-loop.ts';

/** A video whose frames can be taken before their callback, and a decoder that the test finishes. */
function setUpLoop(stampOf: (frame: number) => number | undefined) {
  let shown = 0;
  let handle = 0;
  let isReady = true;
  let runCallback: () => void = () => {};
  const cancel = vi.fn();
  const decoded: number[] = [];
  const close = vi.fn();
  const done: (() => void)[] = [];
  const video = {
    requestVideoFrameCallback: (callback: () => void) => {
      runCallback = callback;
      handle += 1;
      return handle;
    },
    cancelVideoFrameCallback: cancel,
  } as unknown as FrameVideo;
  const stop = followFrames({
    video,
    ready: () => isReady,
    take: () => {
      const source = { kind: 'video-frame', frame: { close } as unknown as VideoFrame } as const;
      return { source, width: 1, height: 1, stamp: stampOf(shown), transfer: [] } satisfies TakenFrame;
    },
    decode() {
      decoded.push(shown);
      return new Promise((resolve) => done.push(resolve));
    },
  });
  const settled = () => new Promise<void>(setImmediate);
  return {
    decoded,
    close,
    cancel,
    stop,
    countRequests: () => handle,
    setReady: (ready: boolean) => {
      isReady = ready;
    },
    show: () => void shown++,
    runCallback() {
      runCallback();
      return settled();
    },
    finish() {
      done.shift()?.();
      return settled();
    },
  };
}

test('a frame that was taken before its callback is not decoded again', async () => {
  const { decoded, close, show, runCallback, finish } = setUpLoop((frame) => frame);
  show();
  await runCallback();
  show();
  await runCallback();
  show();
  await finish();
  expect(decoded).toEqual([1, 3]);
  await runCallback();
  await finish();
  expect(decoded).toEqual([1, 3]);
  expect(close).toHaveBeenCalledTimes(1);
  show();
  await runCallback();
  expect(decoded).toEqual([1, 3, 4]);
});

test.each([
  ['that cannot be distinguished are all decoded', undefined, [1, 2, 3, 4]],
  ['that are all stamped alike are not all taken for one', 7, [1, 3]],
])('frames %s', async (_name, stamp, expected) => {
  const { decoded, show, runCallback, finish } = setUpLoop(() => stamp);
  for (let count = 0; count < 4; count++) {
    show();
    await runCallback();
    await finish();
  }
  expect(decoded).toEqual(expected);
});

test('no frame is taken while the loop is not ready', async () => {
  const { decoded, show, setReady, runCallback } = setUpLoop((frame) => frame);
  setReady(false);
  show();
  await runCallback();
  expect(decoded).toEqual([]);
  setReady(true);
  show();
  await runCallback();
  expect(decoded).toEqual([2]);
});

test('a frame that was dropped while the decoder was busy is not taken twice', async () => {
  const { decoded, show, runCallback, finish } = setUpLoop(() => undefined);
  show();
  await runCallback();
  show();
  await runCallback();
  await finish();
  await finish();
  expect(decoded).toEqual([1, 2]);
});

test('after its end the loop takes no frame, and asks for none', async () => {
  const { decoded, cancel, stop, countRequests, show, runCallback, finish } = setUpLoop((frame) => frame);
  show();
  await runCallback();
  show();
  await runCallback();
  stop();
  expect(cancel.mock.calls).toEqual([[3]]);
  await finish();
  show();
  await runCallback();
  expect([decoded, countRequests()]).toEqual([[1], 3]);
});

test('a frame that arrives after the end of the loop is released', async () => {
  let runCallback: () => void = () => {};
  const video = {
    requestVideoFrameCallback: (callback: () => void) => {
      runCallback = callback;
      return 1;
    },
    cancelVideoFrameCallback() {},
  } as unknown as FrameVideo;
  const bitmap = { close: vi.fn() } as unknown as ImageBitmap;
  const taking = Promise.withResolvers<TakenFrame>();
  const decode = vi.fn(async () => {});
  const stop = followFrames({ video, ready: () => true, take: () => taking.promise, decode });
  runCallback();
  stop();
  taking.resolve({ source: { kind: 'bitmap', bitmap }, width: 1, height: 1, transfer: [] });
  await vi.waitFor(() => expect(bitmap.close).toHaveBeenCalledTimes(1));
  expect(decode).not.toHaveBeenCalled();
});

test('a frame of pixels has nothing to release', () => {
  const source = { kind: 'pixels', pixels: new ArrayBuffer(1), width: 1, height: 1 } as const;
  expect(release({ source, width: 1, height: 1, transfer: [] })).toBeUndefined();
});
