import type { BarcodeReaderOptions } from '../index.ts';
import { colourOf } from '../picture/colour-of.ts';
import { type CameraFrame, cameraFrames, type Scene } from './camera-frames.ts';

/** A QR Code that every engine reads. */
export const ticket: Scene = { symbology: 'qr_code', text: 'TICKET-0001', seconds: 0.1, size: 0.6 };

/** What a reader is asked for where a test is not about symbologies: the engine in JavaScript takes a tenth of the time. */
export const ofTickets: Partial<BarcodeReaderOptions> = { symbologies: ['qr_code'] };

/** One frame that shows the scene. */
export async function draw(scene: Scene, width = 640, height = 480): Promise<CameraFrame> {
  for await (const frame of cameraFrames({ width, height, scenes: [scene] })) return frame;
  throw new Error('Nothing was drawn.');
}

/** One picture with two codes. */
export async function sideBySide(texts: readonly [string, string]): Promise<CameraFrame> {
  const halves = await Promise.all(
    texts.map((text) => draw({ symbology: 'qr_code', text, seconds: 0.1, size: 0.6 }, 480, 480)),
  );
  const [left, right] = halves;
  if (!left || !right) throw new Error('Nothing was drawn.');
  const data = new Uint8Array(960 * 480);
  for (let y = 0; y < 480; y++) {
    data.set(left.data.subarray(y * 480, y * 480 + 480), y * 960);
    data.set(right.data.subarray(y * 480, y * 480 + 480), y * 960 + 480);
  }
  return { ...left, data, width: 960, height: 480 };
}

/** The frame as an `OffscreenCanvas`. */
export function offscreenOf(frame: CameraFrame): OffscreenCanvas {
  const canvas = new OffscreenCanvas(frame.width, frame.height);
  canvas.getContext('2d')?.putImageData(colourOf(frame), 0, 0);
  return canvas;
}

/** The frame as a canvas of the page. */
export function canvasOf(frame: CameraFrame): HTMLCanvasElement {
  const { width, height } = frame;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.putImageData(colourOf(frame), 0, 0);
  return canvas;
}

/** The frame as a file. */
export const fileOf = (frame: CameraFrame): Promise<Blob> => offscreenOf(frame).convertToBlob();

/** A frame as cameras give them: padded rows, and a coded size larger than the visible one. */
export function paddedFrame({ data, width, height }: CameraFrame): VideoFrame {
  const [coded, stride] = [{ width: width + 64, height: height + 32 }, width + 96];
  const luma = new Uint8Array(stride * coded.height).fill(90);
  for (let y = 0; y < height; y++) luma.set(data.subarray(y * width, (y + 1) * width), (y + 16) * stride + 32);
  const chromaStride = stride / 2;
  const chroma = new Uint8Array((chromaStride * coded.height) / 2).fill(128);
  const bytes = new Uint8Array(luma.length + 2 * chroma.length);
  bytes.set(luma);
  bytes.set(chroma, luma.length);
  bytes.set(chroma, luma.length + chroma.length);
  return new VideoFrame(bytes, {
    format: 'I420',
    codedWidth: coded.width,
    codedHeight: coded.height,
    visibleRect: { x: 32, y: 16, width, height },
    timestamp: 0,
    layout: [
      { offset: 0, stride },
      { offset: luma.length, stride: chromaStride },
      { offset: luma.length + chroma.length, stride: chromaStride },
    ],
  });
}
