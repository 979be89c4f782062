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
