import type { Picture } from '../engine/decoder.ts';
import { BarcodeReaderError } from '../model/errors.ts';
import { maximumPixels } from '../picture/check-picture.ts';
import { colourOf } from '../picture/colour-of.ts';
import type { Luminance } from '../picture/luminance.ts';
import { luminanceOfColour, packPlane } from '../picture/luminance.ts';
import type { FrameSource, ImageSource } from './requests.ts';

/** Formats whose first plane is the luminance, one byte a pixel. */
const greyFirst = /^(I420|I422|I444)A?$|^NV12$/;
const colour = /^(RGB|BGR)[AX]$/;

const nearlyWhite = 240;

/** A picture that is in use until it is closed. */
export interface OpenPicture extends Picture {
  /** Releases the frame or image. */
  close(): void;
}

/**
 * Opens the frames and images that the page posts.
 *
 * A `VideoFrame` in the camera's own format is copied, never drawn: its first plane is the luminance already. Buffer
 * and canvas are reused, so the luminance of a picture is valid until the next one is opened.
 */
export function createPictures() {
  let buffer = new Uint8Array(0);
  let context: OffscreenCanvasRenderingContext2D | null = null;

  async function greyOfFrame(frame: VideoFrame): Promise<Luminance> {
    const rect = frame.visibleRect;
    const turned = 'rotation' in frame && frame.rotation !== 0;
    const grey = greyFirst.test(frame.format ?? '');
    if (!rect || turned || !(grey || colour.test(frame.format ?? ''))) {
      return drawn(frame, frame.displayWidth, frame.displayHeight);
    }
    const needed = frame.allocationSize();
    if (buffer.length < needed) buffer = new Uint8Array(needed);
    const [plane] = await frame.copyTo(buffer);
    if (!plane) throw new BarcodeReaderError('invalid-frame', 'The frame has no planes.');
    const { stride, offset } = plane;
    if (grey) return packPlane(buffer, rect.width, rect.height, stride, offset);
    return luminanceOfColour(buffer, rect.width, rect.height, {
      stride,
      offset,
      blueFirst: frame.format?.startsWith('B') ?? false,
    });
  }

  function drawn(source: CanvasImageSource, width: number, height: number): Luminance {
    if (width < 1 || height < 1) throw new BarcodeReaderError('invalid-frame', 'The picture has no size.');
    const isNew = context?.canvas.width !== width || context.canvas.height !== height;
    if (isNew) context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new BarcodeReaderError('invalid-frame', 'The browser cannot draw in a worker.');
    // Transparent pixels count as white: codes are printed on white.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    // Some protections change the lowest bits only, which harms no code.
    if (isNew && context.getImageData(0, 0, width, 1).data.some((value) => value < nearlyWhite)) {
      context = null;
      throw new BarcodeReaderError('pixels-altered', 'The browser returns other pixels than were drawn.');
    }
    context.drawImage(source, 0, 0, width, height);
    return luminanceOfColour(context.getImageData(0, 0, width, height).data, width, height);
  }

  function ofBitmap(bitmap: ImageBitmap): Omit<OpenPicture, 'close'> {
    const shrink = Math.min(1, Math.sqrt(maximumPixels / 2 / (bitmap.width * bitmap.height)));
    const size = (length: number) => (length === 0 ? 0 : Math.max(1, Math.floor(length * shrink)));
    return {
      grey: async () => drawn(bitmap, size(bitmap.width), size(bitmap.height)),
      image: async () => ({ source: bitmap, width: bitmap.width, height: bitmap.height }),
    };
  }

  function ofFrame(frame: VideoFrame): OpenPicture {
    return {
      grey: () => greyOfFrame(frame),
      image: async () => ({ source: frame, width: frame.displayWidth, height: frame.displayHeight }),
      close: () => frame.close(),
    };
  }

  function ofPixels({ pixels, width, height }: { pixels: ArrayBuffer; width: number; height: number }): OpenPicture {
    const grey = async () => {
      if (pixels.byteLength < width * height) {
        throw new BarcodeReaderError('invalid-frame', 'The frame has fewer bytes than pixels.');
      }
      // Without spare bytes: a decoder copies the whole array into a buffer of this size.
      return { data: new Uint8Array(pixels, 0, width * height), width, height };
    };
    return { grey, image: async () => ({ source: colourOf(await grey()), width, height }), close() {} };
  }

  function ofBlob(blob: Blob): OpenPicture {
    let decoded: Promise<ImageBitmap> | null = null;
    const bitmap = () => {
      decoded ??= createImageBitmap(blob).catch((cause: unknown) => {
        throw new BarcodeReaderError('invalid-image', 'The file is not an image that can be read.', { cause });
      });
      return decoded;
    };
    return {
      grey: async () => ofBitmap(await bitmap()).grey(),
      image: async () => ofBitmap(await bitmap()).image(),
      close: () => void decoded?.then((open) => open.close()).catch(() => {}),
    };
  }

  function openAny(source: FrameSource | ImageSource): OpenPicture {
    switch (source.kind) {
      case 'video-frame':
        return ofFrame(source.frame);
      case 'bitmap':
        return { ...ofBitmap(source.bitmap), close: () => source.bitmap.close() };
      case 'pixels':
        return ofPixels(source);
      case 'blob':
        return ofBlob(source.blob);
    }
  }

  return {
    /** Opens a picture; the caller closes it. */
    open(source: FrameSource | ImageSource): OpenPicture {
      const picture = openAny(source);
      let grey: Promise<Luminance> | null = null;
      return {
        ...picture,
        grey() {
          grey ??= picture.grey().catch((cause: unknown) => {
            if (BarcodeReaderError.isInstance(cause)) throw cause;
            throw new BarcodeReaderError('invalid-frame', 'The picture cannot be read.', { cause });
          });
          return grey;
        },
      };
    },
  };
}
