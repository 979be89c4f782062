import { type Subject, showCamera } from './subject.ts';

/** zxing-wasm as its README shows (harder, the wanted formats, one symbol), in a worker, every frame it can decode. */
export const zxingWasm: Subject = async (host, onRead) => {
  const worker = new Worker(new URL('./zxing-wasm-worker.ts', import.meta.url), { type: 'module' });
  const video = await showCamera(host);
  let busy = false;
  worker.addEventListener('message', ({ data }: MessageEvent<string[]>) => {
    busy = false;
    for (const text of data) onRead(text);
  });
  const onFrame = async () => {
    video.requestVideoFrameCallback(onFrame);
    if (busy) return;
    busy = true;
    const bitmap = await createImageBitmap(video);
    worker.postMessage(bitmap, [bitmap]);
  };
  video.requestVideoFrameCallback(onFrame);
};
