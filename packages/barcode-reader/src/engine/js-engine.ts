import type { Result } from '@zxing/library';
import { BarcodeReaderError } from '../model/errors.ts';
import type { Symbology } from '../model/symbologies.ts';
import { checkPicture } from '../picture/check-picture.ts';
import type { Luminance } from '../picture/luminance.ts';
import { crop, invert, partsAround, quarterTurn } from '../picture/picture-parts.ts';
import type { DecodePass, Engine } from '../ports/engine.ts';
import { identityOf } from '../reads/agreement.ts';
import type { Corners, DecodedCode } from '../reads/barcode-read.ts';
import { moveCode } from '../reads/move-code.ts';
import { mendCode128Start } from './code-128-start.ts';
import { withoutFnc1 } from './without-fnc1.ts';

/** What the fallback reads; the other symbologies are not searched (it claims UPC-E and does not find it). */
const formatNames = {
  qr_code: 'QR_CODE',
  aztec: 'AZTEC',
  data_matrix: 'DATA_MATRIX',
  pdf417: 'PDF_417',
  code_128: 'CODE_128',
  code_39: 'CODE_39',
  code_93: 'CODE_93',
  codabar: 'CODABAR',
  itf: 'ITF',
  ean_13: 'EAN_13',
  ean_8: 'EAN_8',
  upc_a: 'UPC_A',
} as const satisfies Partial<Record<Symbology, string>>;

/** The part of the library that decodes the character pairs of Code 39 Full ASCII. */
interface FullAsciiReader {
  /** Throws for a text with an invalid pair. */
  decodeExtended(text: string): string;
}

const matrixSymbologies: readonly Symbology[] = ['qr_code', 'aztec', 'data_matrix', 'pdf417'];

/**
 * Loads @zxing/library as an engine, for devices on which WebAssembly is not allowed: far slower, and it finds less.
 *
 * It gives no bytes, a symbology identifier only for GS1 codes, and the upright box around the code as corners.
 *
 * @throws BarcodeReaderError `engine-unavailable` when the library cannot be loaded
 */
export async function loadJsEngine(): Promise<Engine> {
  const zxing = await import('@zxing/library').catch((cause: unknown) => {
    throw new BarcodeReaderError('engine-unavailable', 'The JavaScript decoder cannot be loaded.', { cause });
  });
  mendCode128Start(zxing);
  const { decodeExtended } = zxing.Code39Reader as unknown as FullAsciiReader;
  const symbologyOf = new Map<number, Symbology>(
    Object.entries(formatNames).map(([symbology, name]) => [zxing.BarcodeFormat[name], symbology as Symbology]),
  );

  // One reader a format: the library's reader of many formats logs a console warning at every miss.
  function readers(pass: DecodePass) {
    const wanted = pass.symbologies.filter((symbology) => symbology in formatNames) as (keyof typeof formatNames)[];
    const hints = new Map<number, unknown>([
      [zxing.DecodeHintType.POSSIBLE_FORMATS, wanted.map((symbology) => zxing.BarcodeFormat[formatNames[symbology]])],
    ]);
    // Without it, the FNC1 that ends an element of GS1-128 is dropped and the elements cannot be separated.
    hints.set(zxing.DecodeHintType.ASSUME_GS1, true);
    if (pass.harder) hints.set(zxing.DecodeHintType.TRY_HARDER, true);
    const matrix = {
      qr_code: () => new zxing.QRCodeReader(),
      aztec: () => new zxing.AztecCodeReader(),
      data_matrix: () => new zxing.DataMatrixReader(),
      pdf417: () => new zxing.PDF417Reader(),
    };
    const chosen = wanted.flatMap((symbology) =>
      symbology in matrix ? [matrix[symbology as keyof typeof matrix]()] : [],
    );
    const linear = wanted.some((symbology) => !matrixSymbologies.includes(symbology));
    return [...(linear ? [new zxing.MultiFormatOneDReader(hints as never)] : []), ...chosen].map((reader) => ({
      decode: (bitmap: InstanceType<typeof zxing.BinaryBitmap>) => reader.decode(bitmap, hints as never),
    }));
  }

  /** Done here because the library's own option rejects a text with such a character outside a pair. */
  function inFullAscii(code: DecodedCode | null): DecodedCode | null {
    if (code?.symbology !== 'code_39') return code;
    try {
      return { ...code, text: decodeExtended(code.text) };
    } catch {
      return code;
    }
  }

  function decodeOnce(picture: Luminance, pass: DecodePass): DecodedCode | null {
    const grey = new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.width * picture.height);
    const source = new zxing.RGBLuminanceSource(grey, picture.width, picture.height);
    const bitmap = new zxing.BinaryBitmap(new zxing.HybridBinarizer(source));
    for (const reader of readers(pass)) {
      try {
        const code = inFullAscii(toDecodedCode(reader.decode(bitmap), symbologyOf));
        if (code && pass.symbologies.includes(code.symbology)) return code;
      } catch {
        // The library throws when the picture has no code of this format.
      }
    }
    return null;
  }

  function decodeTurnedOrInverted(picture: Luminance, pass: DecodePass): DecodedCode | null {
    const upright = decodeOnce(picture, pass);
    if (upright) return upright;
    const sideways = pass.rotate ? decodeOnce(quarterTurn(picture), pass) : null;
    if (sideways) return moveCode(sideways, ({ x, y }) => ({ x: y, y: picture.height - 1 - x }));
    return pass.invert ? decodeOnce(invert(picture), pass) : null;
  }

  /** Searches again to the left, right, top and bottom of a code that was found. */
  function decodeParts(picture: Luminance, pass: DecodePass, depth: number): DecodedCode[] {
    const code = decodeTurnedOrInverted(picture, pass);
    if (!code || depth === 0) return code ? [code] : [];
    const found = [code];
    for (const part of partsAround(code.corners, picture)) {
      for (const one of decodeParts(crop(picture, part), pass, depth - 1)) {
        const known = found.some((other) => identityOf(other) === identityOf(one));
        if (!known) found.push(moveCode(one, ({ x, y }) => ({ x: x + part.left, y: y + part.top })));
      }
    }
    return found;
  }

  return {
    name: 'js',
    decode(picture, pass) {
      checkPicture(picture);
      const { maximumCodes = 1 } = pass;
      return decodeParts(picture, pass, maximumCodes > 1 ? 2 : 0).slice(0, maximumCodes);
    },
  };
}

function toDecodedCode(result: Result, symbologyOf: ReadonlyMap<number, Symbology>): DecodedCode | null {
  const symbology = symbologyOf.get(result.getBarcodeFormat());
  const text = result.getText();
  if (!symbology || !text) return null;
  const points = (result.getResultPoints() ?? []).filter((point) => point !== null && point !== undefined);
  const xs = points.map((point) => point.getX());
  const ys = points.map((point) => point.getY());
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const box = (x: number, y: number) => ({ x: Number.isFinite(x) ? x : 0, y: Number.isFinite(y) ? y : 0 });
  const corners: Corners = [box(left, top), box(right, top), box(right, bottom), box(left, bottom)];
  return { symbology, ...withoutFnc1(symbology, text), raw: new Uint8Array(), corners };
}
