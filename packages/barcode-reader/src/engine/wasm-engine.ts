import {
  defaultReaderOptions,
  prepareZXingModule,
  type ZXingReaderOptions,
  type ZXingReadResult,
  type ZXingVector,
} from 'zxing-wasm/reader';
import { BarcodeReaderError } from '../model/errors.ts';
import { asPrinted, upcEDigits } from '../model/retail-text.ts';
import { checkPicture } from '../picture/check-picture.ts';
import type { Luminance } from '../picture/luminance.ts';
import type { DecodePass, Engine } from '../ports/engine.ts';
import type { DecodedCode } from '../reads/barcode-read.ts';
import type { WasmSource } from './wasm-source.ts';
import { symbologyOfZxingFormat, zxingFormats } from './zxing-formats.ts';

/** The part of the WebAssembly module that is used: grey pixels in, results out. */
export interface PixmapModule {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  readBarcodesFromPixmap(
    pointer: number,
    width: number,
    height: number,
    options: ZXingReaderOptions,
  ): ZXingVector<ZXingReadResult> & { delete?(): void };
}

/**
 * Loads zxing-wasm from the given source (its default is a content delivery network) and wraps it as an engine.
 *
 * @throws BarcodeReaderError `engine-unavailable` when WebAssembly is not allowed or the binary cannot be loaded
 */
export async function loadWasmEngine(source: WasmSource): Promise<Engine> {
  try {
    const module = (await prepareZXingModule({
      overrides: {
        ...('url' in source ? { locateFile: () => source.url } : { wasmBinary: source.bytes }),
        // The caller gets a failure as an error; the module would also log it to the console.
        printErr: () => {},
      },
      fireImmediately: true,
    })) as unknown as PixmapModule;
    return createWasmEngine(module);
  } catch (cause) {
    throw new BarcodeReaderError('engine-unavailable', 'The WebAssembly decoder cannot be loaded.', { cause });
  }
}

/** Wraps the module as an engine. Once the module has trapped, every call throws `worker-failed`. */
export function createWasmEngine(module: PixmapModule): Engine {
  let pointer = 0;
  let capacity = 0;

  /** One buffer is reused and only grows, so that a frame costs no allocation. */
  function reserve(size: number): number {
    if (size > capacity) {
      if (pointer) module._free(pointer);
      pointer = module._malloc(size);
      capacity = pointer ? size : 0;
      if (!pointer) throw new BarcodeReaderError('invalid-frame', 'The picture is too large for the decoder.');
    }
    return pointer;
  }

  function read(picture: Luminance, pass: DecodePass): DecodedCode[] {
    const at = reserve(picture.width * picture.height);
    module.HEAPU8.set(picture.data, at);
    const found = module.readBarcodesFromPixmap(at, picture.width, picture.height, zxingOptions(pass));
    try {
      const codes: DecodedCode[] = [];
      for (let index = 0; index < found.size(); index++) {
        const result = found.get(index);
        const code = result ? toDecodedCode(result, pass) : null;
        if (code) codes.push(code);
      }
      return codes;
    } finally {
      found.delete?.();
    }
  }

  return {
    name: 'wasm',
    decode(picture, pass) {
      checkPicture(picture);
      // The module takes an empty list of formats for all formats.
      if (pass.symbologies.length === 0) return [];
      try {
        return read(picture, pass);
      } catch (cause) {
        if (!(cause instanceof WebAssembly.RuntimeError)) throw cause;
        // The module's memory is unreliable after a trap, and the loader would return the same module again.
        throw new BarcodeReaderError('worker-failed', 'The WebAssembly decoder failed.', { cause });
      }
    },
  };
}

/** `Plain` keeps control characters as they are; the default (`HRI`) rewrites them. */
const plainText = 0;
/** The module's numbers for the thresholds. */
const binarizers = { local: 0, global: 1, fixed: 2 } as const;

function zxingOptions(pass: DecodePass): ZXingReaderOptions {
  return {
    formats: pass.symbologies.flatMap((symbology) => zxingFormats[symbology]).join(','),
    tryHarder: pass.harder ?? false,
    tryRotate: pass.rotate ?? false,
    tryInvert: pass.invert ?? false,
    tryDownscale: pass.downscale ?? false,
    tryDenoise: pass.denoise ?? false,
    maxNumberOfSymbols: pass.maximumCodes ?? 1,
    textMode: plainText,
    binarizer: binarizers[pass.binarizer ?? 'local'],
    eanAddOnSymbol: 0,
    characterSet: 0,
    isPure: false,
    downscaleThreshold: defaultReaderOptions.downscaleThreshold,
    downscaleFactor: defaultReaderOptions.downscaleFactor,
    minLineCount: pass.agreeingLines ?? defaultReaderOptions.minLineCount,
    validateOptionalChecksum: false,
    returnErrors: false,
    tryCode39ExtendedMode: true,
  };
}

function toDecodedCode(result: ZXingReadResult, pass: DecodePass): DecodedCode | null {
  const symbology = symbologyOfZxingFormat(result.format);
  if (!result.isValid || !symbology || result.text === '') return null;
  const { topLeft, topRight, bottomRight, bottomLeft } = result.position;
  return {
    ...asPrinted({ symbology, text: result.text }, pass.symbologies, upcEDigits(result.extra)),
    raw: Uint8Array.from(result.bytes),
    identifier: result.symbologyIdentifier,
    corners: [topLeft, topRight, bottomRight, bottomLeft],
  };
}
