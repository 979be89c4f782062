import type { NativeBarcode, NativeDetectorClass } from '../engine/native-detector.ts';
import { loadWasmEngine } from '../engine/wasm-engine.ts';
import type { WasmSource } from '../engine/wasm-source.ts';
import { type Symbology, symbologies } from '../model/symbologies.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { Engine } from '../ports/engine.ts';
import { scaleCode } from '../reads/move-code.ts';
import { createPictures } from '../worker/pictures.ts';

/** The formats of the W3C specification that are symbologies here; `unknown` cannot be requested. */
const specified: readonly Symbology[] = [
  'aztec',
  'code_128',
  'code_39',
  'code_93',
  'codabar',
  'data_matrix',
  'ean_13',
  'ean_8',
  'itf',
  'pdf417',
  'qr_code',
  'upc_a',
  'upc_e',
];

/** Options of the substitute: what it can do, and what it does wrong. */
export interface ShapeDetectorOptions {
  /** @default every format of the W3C specification */
  readonly formats?: readonly Symbology[];
  /** Changes the text of a code, as detectors that rewrite control characters do. */
  readonly rewrite?: (text: string, format: Symbology) => string;
}

/**
 * Creates a `BarcodeDetector` as the W3C specification *Accelerated Shape Detection in Images* describes it, for browsers
 * that have none: detection is asynchronous, formats are checked, empty images give no codes, unreadable images reject
 * with the errors of the W3C specification. It decodes with WebAssembly.
 *
 * @example
 * globalThis.BarcodeDetector = createShapeDetector({ url: wasmUrl });
 */
export function createShapeDetector(wasm: WasmSource, options: ShapeDetectorOptions = {}): NativeDetectorClass {
  const { formats: supported = specified, rewrite = (text) => text } = options;
  let engine: Promise<Engine> | null = null;

  return class BarcodeDetector {
    readonly #formats: readonly Symbology[];

    constructor({ formats }: { formats?: string[] } = {}) {
      if (formats?.length === 0) throw new TypeError('Hint option provided, but is empty.');
      const known = (formats ?? supported).filter(isFormat);
      if (formats && known.length !== formats.length) {
        throw new TypeError(`No BarcodeFormat: ${formats.filter((name) => !isFormat(name)).join(', ')}.`);
      }
      this.#formats = known.filter((format) => supported.includes(format));
    }

    static async getSupportedFormats(): Promise<string[]> {
      return [...supported];
    }

    async detect(image: ImageBitmapSource): Promise<NativeBarcode[]> {
      const seen = await greyOf(image);
      if (!seen) return [];
      const { grey, scale } = seen;
      engine ??= loadWasmEngine(wasm);
      const pass = { symbologies: this.#formats, harder: true, rotate: true, invert: true, maximumCodes: 32 };
      return (await engine).decode(grey, pass).map((code) => {
        const { text, symbology, corners } = scaleCode(code, scale, scale);
        const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        return {
          rawValue: rewrite(text, symbology),
          format: symbology,
          cornerPoints: corners,
          boundingBox: new DOMRectReadOnly(left, top, Math.max(...xs) - left, Math.max(...ys) - top),
        };
      });
    }
  };
}

function isFormat(name: string): name is Symbology {
  return specified.some((format) => format === name) && symbologies.some((symbology) => symbology === name);
}

/**
 * The pixels of an image, and how many of the image's own pixels one of them is; `null` where it has none. Rejects as the
 * W3C specification says for each kind of source.
 */
async function greyOf(image: ImageBitmapSource): Promise<{ grey: Luminance; scale: number } | null> {
  if (image instanceof ImageData) {
    if (image.data.buffer.byteLength === 0) throw new DOMException('Source data was detached.', 'InvalidStateError');
  } else if (image instanceof Blob) {
    // A file that is none rejects below.
  } else if (typeof VideoFrame === 'function' && image instanceof VideoFrame) {
    if (image.format === null) throw new DOMException('The VideoFrame is closed.', 'InvalidStateError');
  } else if (!('width' in image)) {
    throw new TypeError('The image is no ImageBitmapSource.');
  } else if (image.width === 0 || image.height === 0) {
    return null;
  }
  const bitmap = await createImageBitmap(image).catch((cause: unknown) => {
    throw new DOMException(`The image cannot be decoded: ${cause}`, 'InvalidStateError');
  });
  const picture = createPictures().open({ kind: 'bitmap', bitmap });
  try {
    const grey = await picture.grey();
    return { grey, scale: bitmap.width / grey.width };
  } catch (cause) {
    throw new DOMException(`The image is not of this origin: ${cause}`, 'SecurityError');
  } finally {
    picture.close();
  }
}
