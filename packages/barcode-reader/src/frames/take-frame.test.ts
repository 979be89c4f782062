import { expect, onTestFinished, test, vi } from 'vitest';
import type { FrameVideo } from './frame-loop.ts';
import { createFrameTaker } from './take-frame.ts';

test.each(['video-frame', 'bitmap', 'canvas'] as const)(
  'a frame taken as %s has a stamp that identifies it',
  async (way) => {
    const quality = () => ({ totalVideoFrames: 40 }) as VideoPlaybackQuality;
    const video = { videoWidth: 1, videoHeight: 1, readyState: 4, getVideoPlaybackQuality: quality };
    vi.stubGlobal(
      'VideoFrame',
      class {
        timestamp = 40;
      },
    );
    vi.stubGlobal('createImageBitmap', async () => ({ close() {} }));
    const context = { canvas: {}, drawImage() {}, getImageData: () => ({ data: new Uint8ClampedArray(4) }) };
    vi.stubGlobal('document', { createElement: () => ({ getContext: () => context }) });
    onTestFinished(() => void vi.unstubAllGlobals());
    const take = () => createFrameTaker([way]).take(video as unknown as FrameVideo);
    expect(await take()).toMatchObject({ source: { kind: way === 'canvas' ? 'pixels' : way }, stamp: 40 });
  },
);

test('a bitmap has the size that the video had when it was asked for, whatever the camera does meanwhile', async () => {
  const video = { videoWidth: 640, videoHeight: 480, readyState: 4 };
  vi.stubGlobal('createImageBitmap', async () => {
    Object.assign(video, { videoWidth: 0, videoHeight: 0 });
    return { close() {} };
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const frame = await createFrameTaker(['bitmap']).take(video as FrameVideo);
  expect(frame).toMatchObject({ source: { kind: 'bitmap' }, width: 640, height: 480 });
});

const VIDEO = { videoWidth: 640, videoHeight: 480, readyState: 4 } as FrameVideo;

/** Two ways to take a frame, each of which the test can let fail. */
function stubWays() {
  const fails = { 'video-frame': false, bitmap: false };
  const failIf = (fail: boolean) => {
    if (fail) throw new DOMException('Not now', 'InvalidStateError');
  };
  vi.stubGlobal(
    'VideoFrame',
    class {
      constructor() {
        failIf(fails['video-frame']);
      }
    },
  );
  vi.stubGlobal('createImageBitmap', async () => failIf(fails.bitmap) ?? {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const taker = createFrameTaker(['video-frame', 'bitmap']);
  const take = async () => (await taker.take(VIDEO))?.source.kind ?? null;
  return { fails, taker, take };
}

test('a way that has never worked is left after one failure', async () => {
  const { fails, take } = stubWays();
  fails['video-frame'] = true;
  expect([await take(), await take()]).toEqual([null, 'bitmap']);
});

test('a way whose first frame is refused is left', async () => {
  const { taker, take } = stubWays();
  expect(await take()).toBe('video-frame');
  taker.refused();
  expect(await take()).toBe('bitmap');
});

test('a way that has worked is left after three failures in a row', async () => {
  const { fails, taker, take } = stubWays();
  await take();
  await take();
  taker.refused();
  fails['video-frame'] = true;
  expect(await take()).toBeNull();
  fails['video-frame'] = false;
  expect([await take(), await take()]).toEqual(['video-frame', 'video-frame']);
  fails['video-frame'] = true;
  expect([await take(), await take(), await take(), await take()]).toEqual([null, null, null, 'bitmap']);
});

test('the next way starts without the failures of the one before', async () => {
  const { fails, taker, take } = stubWays();
  const three = createFrameTaker(['video-frame', 'bitmap', 'canvas']);
  await three.take(VIDEO);
  await three.take(VIDEO);
  for (let count = 0; count < 3; count++) three.refused();
  expect((await three.take(VIDEO))?.source.kind).toBe('bitmap');
  await three.take(VIDEO);
  for (let count = 0; count < 2; count++) three.refused();
  expect((await three.take(VIDEO))?.source.kind).toBe('bitmap');
  fails['video-frame'] = true;
  await take();
  fails.bitmap = true;
  expect(await take()).toBeNull();
  fails.bitmap = false;
  expect(await take()).toBe('bitmap');
  taker.refused();
  expect(await take()).toBe('bitmap');
});

test('the way after one that was refused is left after one failure too', async () => {
  const { fails } = stubWays();
  const taker = createFrameTaker(['video-frame', 'bitmap', 'video-frame']);
  const take = async () => (await taker.take(VIDEO))?.source.kind ?? null;
  fails.bitmap = true;
  expect(await take()).toBe('video-frame');
  taker.refused();
  expect([await take(), await take()]).toEqual([null, 'video-frame']);
});

test('the way after one that had worked is left after one failure', async () => {
  const { fails } = stubWays();
  const taker = createFrameTaker(['video-frame', 'bitmap', 'video-frame']);
  const take = async () => (await taker.take(VIDEO))?.source.kind ?? null;
  expect([await take(), await take()]).toEqual(['video-frame', 'video-frame']);
  for (let count = 0; count < 3; count++) taker.refused();
  fails.bitmap = true;
  expect([await take(), await take()]).toEqual([null, 'video-frame']);
});

test.each([
  ['no width', { videoWidth: 0 }],
  ['no height', { videoHeight: 0 }],
  ['no frame yet', { readyState: 1 }],
])('a video with %s gives no frame, which is no failure', async (_what, more) => {
  const { taker, take } = stubWays();
  expect(taker.take({ ...VIDEO, ...more })).toBeNull();
  expect(await taker.take({ ...VIDEO, readyState: 2 })).not.toBeNull();
  expect(await take()).toBe('video-frame');
});

test('without a way there is no frame', async () => {
  expect(await createFrameTaker([]).take(VIDEO)).toBeNull();
});

test.each([
  ['frames of videos', { VideoFrame: class {}, OffscreenCanvas: class {} }, 'video-frame'],
  ['canvases in workers only', { VideoFrame: undefined, OffscreenCanvas: class {} }, 'bitmap'],
  ['neither', { VideoFrame: undefined, OffscreenCanvas: undefined }, 'pixels'],
])('by default a browser that has %s uses the best way that it has', async (_what, parts, kind) => {
  for (const [name, value] of Object.entries(parts)) vi.stubGlobal(name, value);
  vi.stubGlobal('createImageBitmap', async () => ({}));
  stubCanvas();
  expect((await createFrameTaker().take(VIDEO))?.source.kind).toBe(kind);
});

test('a frame of a video is transferred, not copied', async () => {
  stubWays();
  const frame = await createFrameTaker(['video-frame']).take(VIDEO);
  if (frame?.source.kind !== 'video-frame') throw new Error(`Taken as ${frame?.source.kind}`);
  expect(frame.transfer).toEqual([frame.source.frame]);
  expect(frame).toMatchObject({ width: 640, height: 480 });
});

test.each([
  ['counts no frames', {}],
  ['has counted none', { getVideoPlaybackQuality: () => ({ totalVideoFrames: 0 }) }],
])('a bitmap of a video that %s is transferred without a stamp', async (_what, more) => {
  const bitmap = {};
  vi.stubGlobal('createImageBitmap', async () => bitmap);
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await createFrameTaker(['bitmap']).take({ ...VIDEO, ...more })).toEqual({
    ...{ source: { kind: 'bitmap', bitmap }, width: 640, height: 480, stamp: undefined, transfer: [bitmap] },
  });
});

/** A canvas that shows white, and counts how often its size is set. */
function stubCanvas() {
  const sizes: number[] = [];
  const canvas = {
    height: 0,
    get width() {
      return sizes.at(-1) ?? 0;
    },
    set width(width: number) {
      sizes.push(width);
    },
  };
  const drawImage = vi.fn();
  const getImageData = (_x: number, _y: number, width: number, height: number) => ({
    data: new Uint8ClampedArray(width * height * 4).fill(255),
  });
  const getContext = vi.fn((): unknown => ({ canvas, drawImage, getImageData }));
  const createElement = vi.fn(() => ({ getContext }));
  vi.stubGlobal('document', { createElement });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { createElement, getContext, drawImage, sizes };
}

test('a frame by a canvas is the brightness of each pixel, drawn on one canvas of the size of the video', async () => {
  const { createElement, getContext, drawImage, sizes } = stubCanvas();
  const taker = createFrameTaker(['canvas']);
  const video = { ...VIDEO, videoWidth: 4, videoHeight: 2 };
  const frame = await taker.take(video);
  if (frame?.source.kind !== 'pixels') throw new Error(`Taken as ${frame?.source.kind}`);
  expect(new Uint8Array(frame.source.pixels)).toEqual(new Uint8Array(8).fill(255));
  expect(frame).toMatchObject({ source: { width: 4, height: 2 }, width: 4, height: 2, stamp: undefined });
  expect(frame.transfer).toEqual([frame.source.pixels]);
  expect(drawImage).toHaveBeenCalledWith(video, 0, 0, 4, 2);
  await taker.take(video);
  await taker.take(video);
  await taker.take({ ...video, videoHeight: 3 });
  await taker.take({ ...video, videoWidth: 5, videoHeight: 3 });
  expect(sizes).toEqual([4, 4, 5]);
  expect(createElement.mock.calls).toEqual([['canvas']]);
  expect(getContext.mock.calls).toEqual([['2d', { willReadFrequently: true }]]);
});

test('a browser that cannot draw gives no frame', async () => {
  const { getContext } = stubCanvas();
  getContext.mockReturnValue(null);
  expect(await createFrameTaker(['canvas']).take(VIDEO)).toBeNull();
});
