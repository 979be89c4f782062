import { BarcodeReaderError } from '../model/errors.ts';
import type { ImageSource } from '../worker/messages.ts';

/** A still image: a file, or anything that the browser draws. What is handed over stays the caller's. */
export type StillImage =
  | Blob
  | ImageData
  | ImageBitmap
  | VideoFrame
  | HTMLCanvasElement
  | OffscreenCanvas
  | HTMLImageElement
  | HTMLVideoElement;

/** An image ready to cross to the worker. */
export interface TakenImage {
  readonly source: ImageSource;
  readonly transfer: Transferable[];
}

/**
 * Makes an image ready to cross: a file as it is and at once, everything else as a copy.
 *
 * @throws BarcodeReaderError `invalid-image` for what is empty, broken, closed, detached or no image
 */
export function takeImage(image: StillImage): TakenImage | Promise<TakenImage> {
  if (image instanceof Blob) {
    if (image.size === 0) throw new BarcodeReaderError('invalid-image', 'The image is empty.');
    return { source: { kind: 'blob', blob: image }, transfer: [] };
  }
  return copyImage(image).catch((cause: unknown) => {
    throw new BarcodeReaderError('invalid-image', 'This is no image that can be read.', { cause });
  });
}

async function copyImage(image: Exclude<StillImage, Blob>): Promise<TakenImage> {
  if (typeof VideoFrame === 'function' && image instanceof VideoFrame) {
    const frame = image.clone();
    return { source: { kind: 'video-frame', frame }, transfer: [frame as unknown as Transferable] };
  }
  const bitmap = await createImageBitmap(image);
  return { source: { kind: 'bitmap', bitmap }, transfer: [bitmap] };
}

/** Lets go of an image that nobody will read. */
export function releaseImage({ source }: TakenImage): void {
  if (source.kind === 'video-frame') source.frame.close();
  if (source.kind === 'bitmap') source.bitmap.close();
}
