import { expect, test, vi } from 'vitest';
import { readCodes } from '../example.ts';
import { type CameraFrame, cameraFrames, playFrames } from './testing/index.ts';

test('the example of the README reads the code before the camera', async () => {
  const frames: CameraFrame[] = [];
  const scenes = [{ symbology: 'qr_code' as const, text: 'T-1001', seconds: 1, motion: 20 }];
  for await (const frame of cameraFrames({ width: 640, height: 480, scenes, framesPerSecond: 10 })) frames.push(frame);
  const { stream, stop } = playFrames(frames, { framesPerSecond: 10 });
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  const video = document.body.appendChild(document.createElement('video'));
  const onRead = vi.fn();

  await readCodes(video, onRead);
  await vi.waitFor(() => expect(onRead).toHaveBeenCalled(), 20_000);
  stop();
  expect(onRead.mock.calls[0]?.[0]).toMatchObject({ symbology: 'qr_code', text: 'T-1001' });
});
