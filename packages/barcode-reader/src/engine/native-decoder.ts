import { BarcodeReaderError } from '../errors.ts';
import type { Corners, DecodedCode } from '../reads/barcode-read.ts';
import { isSymbology } from '../symbologies.ts';
import { scaleCode } from './cascade.ts';
import type { Decoder, Found, Picture, Wanted } from './decoder.ts';
import type { NativeBarcode, NativeDetectorClass } from './native-detector.ts';

/**
 * A decoder made of the browser's own detector, for the kinds it was proved on; `others` looks for the rest. It gives
 * neither bytes nor symbology identifier.
 */
export function createNativeDecoder(
  Detector: NativeDetectorClass,
  { symbologies, maximumCodes }: Wanted,
  others: Decoder | null,
): Decoder {
  // The detector takes an empty list for a mistake.
  const detector = symbologies.length > 0 ? new Detector({ formats: [...symbologies] }) : { detect: async () => [] };
  let takesAnything = true;

  async function detect(picture: Picture): Promise<Found> {
    const { source, width, height } = await picture.image();
    if (width < 1 || height < 1) throw new BarcodeReaderError('invalid-frame', 'The picture has no size.');
    try {
      const found = takesAnything ? await detector.detect(source) : await detectBitmap(source);
      return { codes: found.flatMap(toDecodedCode), width, height };
    } catch (cause) {
      if (takesAnything && typeof VideoFrame === 'function' && source instanceof VideoFrame && source.format) {
        // Some detectors know canvases and bitmaps only.
        takesAnything = false;
        return detect(picture);
      }
      throw new BarcodeReaderError('invalid-frame', 'The browser cannot look at the picture.', { cause });
    }
  }

  async function detectBitmap(source: ImageBitmapSource): Promise<readonly NativeBarcode[]> {
    const bitmap = await createImageBitmap(source);
    try {
      return await detector.detect(bitmap);
    } finally {
      bitmap.close();
    }
  }

  async function withOthers(found: Found, look: ((decoder: Decoder) => Promise<Found>) | null): Promise<Found> {
    if (!others || !look) return found;
    const more = await look(others);
    const [scaleX, scaleY] = [found.width / more.width, found.height / more.height];
    const codes = more.codes.map((code) => scaleCode(code, scaleX, scaleY));
    return { ...found, codes: [...found.codes, ...codes] };
  }

  return {
    name: 'native',
    async frame(picture) {
      const found = await detect(picture);
      const whole = await withOthers(
        found,
        found.codes.length < maximumCodes ? (decoder) => decoder.frame(picture) : null,
      );
      return { ...whole, codes: whole.codes.slice(0, maximumCodes) };
    },
    async still(picture) {
      return withOthers(await detect(picture), (decoder) => decoder.still(picture));
    },
  };
}

function toDecodedCode({ rawValue, format, cornerPoints, boundingBox }: NativeBarcode): DecodedCode[] {
  if (!isSymbology(format) || rawValue === '') return [];
  const { left, top, right, bottom } = boundingBox;
  const [a, b, c, d] = cornerPoints;
  const corners: Corners =
    a && b && c && d
      ? [point(a), point(b), point(c), point(d)]
      : [
          { x: left, y: top },
          { x: right, y: top },
          { x: right, y: bottom },
          { x: left, y: bottom },
        ];
  return [{ text: rawValue, raw: new Uint8Array(), symbology: format, identifier: '', corners }];
}

/** Plain numbers: what the browser gives may be an object that cannot be posted. */
function point({ x, y }: { readonly x: number; readonly y: number }) {
  return { x, y };
}
