import { BarcodeReaderError } from '../model/errors.ts';
import type { Luminance } from './luminance.ts';

/** A picture with more pixels is refused: it would fill a phone's memory before it is decoded. */
export const maximumPixels = 24_000_000;

/** @throws BarcodeReaderError `invalid-frame` unless the picture has a size and a byte for every pixel */
export function checkPicture({ data, width, height }: Luminance): void {
  const whole = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!whole) throw new BarcodeReaderError('invalid-frame', 'The picture has no size.');
  if (width * height > maximumPixels) throw new BarcodeReaderError('invalid-frame', 'The picture is too large.');
  if (data.length < width * height) {
    throw new BarcodeReaderError('invalid-frame', 'The picture has fewer bytes than pixels.');
  }
}
