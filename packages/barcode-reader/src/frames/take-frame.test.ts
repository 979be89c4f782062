import { expect, onTestFinished, test, vi } from 'vitest';
import type { FrameVideo } from './frame-loop.ts';
import { createFrameTaker } from './take-frame.ts';

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
