import { BarcodeReaderError } from '../model/errors.ts';
import type { ImageSource } from '../worker/requests.ts';

/** A still image: a file, or anything that the browser can draw. The caller keeps it. */
export type StillImage =
  | Blob
  | ImageData
  | ImageBitmap
  | VideoFrame
  | HTMLCanvasElement
  | OffscreenCanvas
  | HTMLImageElement
  | HTMLVideoElement;

/** An image ready to be posted to the worker. */
export interface TakenImage {
  readonly source: ImageSource;
  readonly transfer: Transferable[];
}

/**
 * Prepares an image for the worker: a file as it is and synchronously, everything else as a copy.
 *
 * @throws BarcodeReaderError `invalid-image` for an image that is empty, broken, closed or detached, and for anything else
 */
export function takeImage(image: StillImage): TakenImage | Promise<TakenImage> {
  if (image instanceof Blob) {
    if (image.size === 0) throw new BarcodeReaderError('invalid-image', 'The image is empty.');
    return { source: { kind: 'blob', blob: image }, transfer: [] };
  }
  return copyImage(image).catch((cause: unknown) => {
    throw new BarcodeReaderError('invalid-image', 'This is not an image that can be read.', { cause });
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

/** Releases an image that will not be read. */
export function releaseImage({ source }: TakenImage): void {
  if (source.kind === 'video-frame') source.frame.close();
  if (source.kind === 'bitmap') source.bitmap.close();
}
