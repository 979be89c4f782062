import { expect, test, vi } from 'vitest';
import { readCodes } from '../example.ts';
import { type CameraFrame, cameraFrames, playFrames } from './testing/index.ts';

async function playCode() {
  const frames: CameraFrame[] = [];
  const scenes = [{ symbology: 'qr_code' as const, text: 'T-1001', seconds: 1, motion: 20 }];
  for await (const frame of cameraFrames({ width: 640, height: 480, scenes, framesPerSecond: 10 })) frames.push(frame);
  return playFrames(frames, { framesPerSecond: 10 });
}

test.each([
  ['before the camera', false],
  ['before a camera that is plugged in later', true],
])('the example of the README reads the code %s', async (_where, isLate) => {
  const { stream, stop } = await playCode();
  const getUserMedia = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
  if (isLate) getUserMedia.mockRejectedValueOnce(new DOMException('none', 'NotFoundError'));
  const video = document.body.appendChild(document.createElement('video'));
  const onRead = vi.fn();

  await readCodes(video, onRead);
  expect(video.srcObject === null).toBe(isLate);
  navigator.mediaDevices.dispatchEvent(new Event('devicechange'));
  await vi.waitFor(() => expect(onRead).toHaveBeenCalled(), 20_000);
  stop();
  expect(onRead.mock.calls[0]?.[0]).toMatchObject({ symbology: 'qr_code', text: 'T-1001' });
});
