import { expect, test, vi } from 'vitest';
import { type FrameVideo, followFrames, type TakenFrame } from './frame-loop.ts';

/** A video whose frames can be taken before their callback, and a decoder that the test finishes. */
function setUpLoop(stampOf: (frame: number) => number | undefined) {
  let shown = 0;
  let runCallback: () => void = () => {};
  const decoded: number[] = [];
  const close = vi.fn();
  const done: (() => void)[] = [];
  const video = {
    requestVideoFrameCallback: (callback: () => void) => {
      runCallback = callback;
      return 1;
    },
    cancelVideoFrameCallback() {},
  } as unknown as FrameVideo;
  followFrames({
    video,
    ready: () => true,
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
