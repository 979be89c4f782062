import { systemClock, withinTime } from '@scantix/runtime-utils';
import { BarcodeReaderError } from '../model/errors.ts';
import { asPrinted } from '../model/retail-text.ts';
import { isSymbology, type Symbology } from '../model/symbologies.ts';
import type { LimitTimer } from '../ports/timers.ts';
import { addNewCodes } from '../reads/add-new-codes.ts';
import type { Corners, DecodedCode } from '../reads/barcode-read.ts';
import { scaleCode } from '../reads/move-code.ts';
import type { Decoder, Found, Picture, Wanted } from './decoder.ts';
import type { NativeBarcode, NativeDetectorClass } from './native-detector.ts';
import { withoutFnc1 } from './without-fnc1.ts';

/** This many failures in a row are no fault of the pictures: the system service behind the detector has failed. */
const toleratedFailures = 3;
/** A detector that takes longer does not answer any more. */
const answerMs = 5000;

/** The decoder of the symbologies that the browser's detector has not read in its test. */
export interface OtherDecoder {
  readonly decoder: Decoder;
  readonly symbologies: readonly Symbology[];
}

/**
 * Creates a decoder from the browser's own detector, for the symbologies it has read in its test; `others` decodes the
 * rest. It gives no bytes and a symbology identifier only for GS1 codes. It rejects with `engine-unavailable` once the
 * detector has failed for good.
 */
export function createNativeDecoder(
  Detector: NativeDetectorClass,
  { symbologies, maximumCodes }: Wanted,
  others: OtherDecoder | null,
  clock: LimitTimer = systemClock,
): Decoder {
  const proved = symbologies.filter((symbology) => !others?.symbologies.includes(symbology));
  // The detector throws for an empty list.
  const detector = proved.length > 0 ? new Detector({ formats: proved }) : { detect: async () => [] };
  let acceptsFrames = true;
  let failures = 0;

  async function detect(picture: Picture): Promise<Found> {
    const { source, width, height } = await picture.image();
    if (width < 1 || height < 1) throw new BarcodeReaderError('invalid-frame', 'The picture has no size.');
    const detecting = acceptsFrames ? detector.detect(source) : detectBitmap(source);
    const found = await withinTime(
      detecting.catch((cause: unknown) => ({ cause })),
      { timeoutMs: answerMs, onTimeout: () => null, clock },
    );
    if (found === null) throw failedForGood();
    if (!('cause' in found)) {
      failures = 0;
      return { codes: found.flatMap((code) => toDecodedCode(code, proved, symbologies)), width, height };
    }
    const isFrame = typeof VideoFrame === 'function' && source instanceof VideoFrame;
    const isClosed = isFrame && source.format === null;
    if (acceptsFrames && isFrame && !isClosed) {
      // Some detectors accept only canvases and bitmaps.
      acceptsFrames = false;
      return detect(picture);
    }
    const { cause } = found;
    if (!isClosed && ++failures >= toleratedFailures) throw failedForGood(cause);
    throw new BarcodeReaderError('invalid-frame', 'The browser cannot read the picture.', { cause });
  }

  async function detectBitmap(source: ImageBitmapSource): Promise<readonly NativeBarcode[]> {
    const bitmap = await createImageBitmap(source);
    try {
      return await detector.detect(bitmap);
    } finally {
      bitmap.close();
    }
  }

  async function withOthers(found: Found, decode: ((decoder: Decoder) => Promise<Found>) | null): Promise<Found> {
    if (!others || !decode) return found;
    const more = await decode(others.decoder);
    const [scaleX, scaleY] = [found.width / more.width, found.height / more.height];
    const codes = [...found.codes];
    // A UPC-A and an EAN-13 have the same bars: either decoder may report the symbology of the other.
    const printed = more.codes.map((code) => ({ ...code, ...asPrinted(code, symbologies, undefined) }));
    addNewCodes(
      codes,
      printed.map((code) => scaleCode(code, scaleX, scaleY)),
    );
    return { ...found, codes };
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

function failedForGood(cause?: unknown): BarcodeReaderError {
  return new BarcodeReaderError('engine-unavailable', 'it failed while it was in use', { cause });
}

function toDecodedCode(
  { rawValue, format, cornerPoints, boundingBox }: NativeBarcode,
  proved: readonly Symbology[],
  wanted: readonly Symbology[],
): DecodedCode[] {
  if (!isSymbology(format) || rawValue === '') return [];
  const printed = asPrinted({ symbology: format, text: rawValue }, wanted, undefined);
  if (!wanted.includes(printed.symbology)) return [];
  if (!proved.includes(printed.symbology) && !proved.includes(format)) return [];
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
  return [{ ...printed, ...withoutFnc1(printed.symbology, printed.text), raw: new Uint8Array(), corners }];
}

/** Plain numbers: the browser's own point may not be postable. */
function point({ x, y }: { readonly x: number; readonly y: number }) {
  return { x, y };
}
