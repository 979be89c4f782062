import { expect, test, vi } from 'vitest';
import { createCamera } from './create-camera.ts';

test('the real camera goes live, shows its picture and is released', async () => {
  const camera = createCamera();
  const video = document.createElement('video');
  document.body.append(video);
  const detach = camera.attach(video);
  await camera.open();
  const state = camera.getSnapshot();
  expect(state.status).toBe('live');
  await vi.waitFor(() => expect(video.videoWidth).toBeGreaterThan(0));
  camera.close();
  expect(camera.getSnapshot()).toEqual({ status: 'idle' });
  expect(video.srcObject).toBeNull();
  if (state.status === 'live') expect(state.stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  detach();
  video.remove();
});

test('a stream that arrives after closing is stopped', async () => {
  const streams: MediaStream[] = [];
  const camera = createCamera({
    mediaDevices: {
      async getUserMedia(constraints) {
        const stream = await navigator.mediaDevices.getUserMedia(constraints);
        streams.push(stream);
        return stream;
      },
      enumerateDevices: () => navigator.mediaDevices.enumerateDevices(),
    },
  });
  const opening = camera.open();
  camera.close();
  await opening;
  expect(camera.getSnapshot()).toEqual({ status: 'idle' });
  expect(streams.flatMap((stream) => stream.getTracks()).map(({ readyState }) => readyState)).toEqual(['ended']);
});
