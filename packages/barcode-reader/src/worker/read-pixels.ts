import { maximumPixels } from '../engine/check-picture.ts';
import type { Luminance } from '../engine/engine.ts';
import { luminanceOfColour, packPlane } from '../engine/luminance.ts';
import { BarcodeReaderError } from '../errors.ts';
import type { FrameSource } from './messages.ts';

/** Formats whose first plane is the grey that is wanted. */
const greyFirst = /^(I420|I422|I444|NV12)/;
const colour = /^(RGB|BGR)[AX]$/;

/**
 * Takes the grey out of a frame in the worker, and lets go of the frame in any case.
 *
 * A `VideoFrame` in the camera's own format is copied, never drawn: its first plane is the luminance already.
 *
 * @throws BarcodeReaderError `invalid-frame` for a frame that is closed, empty or has no readable pixels
 */
export function createFramePixels() {
  let buffer = new Uint8Array(0);

  async function ofVideoFrame(frame: VideoFrame): Promise<Luminance> {
    const rect = frame.visibleRect;
    if (!rect || !frame.format) return drawn(frame, frame.displayWidth, frame.displayHeight);
    const grey = greyFirst.test(frame.format);
    if (!grey && !colour.test(frame.format)) return drawn(frame, frame.displayWidth, frame.displayHeight);
    const needed = frame.allocationSize();
    if (buffer.length < needed) buffer = new Uint8Array(needed);
    const [plane] = await frame.copyTo(buffer);
    if (!plane) throw new BarcodeReaderError('invalid-frame', 'The frame has no planes.');
    const { stride, offset } = plane;
    if (grey) return packPlane(buffer, rect.width, rect.height, stride, offset);
    const blueFirst = frame.format.startsWith('B');
    return luminanceOfColour(buffer, rect.width, rect.height, { stride, offset, blueFirst });
  }

  return {
    /** The grey of one frame; it stays valid until the next call. */
    async read(source: FrameSource): Promise<Luminance> {
      try {
        switch (source.kind) {
          case 'video-frame':
            return await ofVideoFrame(source.frame);
          case 'bitmap':
            return drawn(source.bitmap, source.bitmap.width, source.bitmap.height);
          case 'pixels':
            return { data: new Uint8Array(source.pixels), width: source.width, height: source.height };
        }
      } catch (cause) {
        if (BarcodeReaderError.isInstance(cause)) throw cause;
        throw new BarcodeReaderError('invalid-frame', 'The frame cannot be read.', { cause });
      } finally {
        if (source.kind === 'video-frame') source.frame.close();
        if (source.kind === 'bitmap') source.bitmap.close();
      }
    },
  };
}

/** @throws BarcodeReaderError `invalid-image` for anything that the browser cannot show as a picture */
export async function readImagePixels(image: Blob): Promise<Luminance> {
  const bitmap = await createImageBitmap(image).catch((cause: unknown) => {
    throw new BarcodeReaderError('invalid-image', 'The file is not an image that can be read.', { cause });
  });
  try {
    const shrink = Math.min(1, Math.sqrt(maximumPixels / 2 / (bitmap.width * bitmap.height)));
    return drawn(
      bitmap,
      Math.max(1, Math.floor(bitmap.width * shrink)),
      Math.max(1, Math.floor(bitmap.height * shrink)),
    );
  } finally {
    bitmap.close();
  }
}

function drawn(source: CanvasImageSource, width: number, height: number): Luminance {
  if (width < 1 || height < 1) throw new BarcodeReaderError('invalid-frame', 'The picture has no size.');
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new BarcodeReaderError('invalid-frame', 'The browser draws nothing in a worker.');
  // Transparent pixels would read as black; codes are printed on white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  return luminanceOfColour(context.getImageData(0, 0, width, height).data, width, height);
}
