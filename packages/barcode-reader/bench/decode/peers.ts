import { createRequire } from 'node:module';
import sharp from 'sharp';
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import { zxingFormats } from '../../src/engine/zxing-formats.ts';
import type { Symbology } from '../../src/model/symbologies.ts';
import { readWasmBytes } from '../../src/testing/wasm-bytes.ts';
import { asked } from './decode-case.ts';
import { PixelData, type Reader } from './readers.ts';

/** The readers that ours is compared with, each used as its documentation shows. */
export async function loadPeers(): Promise<Reader[]> {
  // Peers check for `ImageData` and create `DOMRect`s, which Node does not have.
  Object.assign(globalThis, { ImageData: PixelData, DOMRectReadOnly: Rectangle });
  prepareZXingModule({ overrides: { wasmBinary: await readWasmBytes() } });
  const formats = asked.flatMap((symbology) => zxingFormats[symbology]);
  return [
    zxingWasm('zxing-wasm tuned', { formats, maxNumberOfSymbols: 1 }),
    zxingWasm('zxing-wasm', {}),
    await barcodeDetector(),
    await zxingLibrary(),
    html5Qrcode(),
    quagga(),
    await jsQr(),
  ];
}

/** Everything but the named options is the library's default: try harder, rotate, invert, downscale. */
function zxingWasm(name: string, options: ReaderOptions): Reader {
  return {
    name,
    begin() {},
    async read(_picture, pixels) {
      const results = await readBarcodes(pixels, options);
      return results.filter(({ isValid, text }) => isValid && text !== '').map(({ text }) => text);
    },
  };
}

async function barcodeDetector(): Promise<Reader> {
  const { BarcodeDetector, prepareZXingModule: prepare } = await import('barcode-detector/ponyfill');
  const require = createRequire(createRequire(import.meta.url).resolve('barcode-detector'));
  const { readFile } = await import('node:fs/promises');
  const file = await readFile(require.resolve('zxing-wasm/reader/zxing_reader.wasm'));
  prepare({
    overrides: { wasmBinary: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer },
  });
  const detector = new BarcodeDetector({ formats: [...asked] as never });
  return {
    name: 'barcode-detector',
    begin() {},
    read: async (_picture, pixels) => (await detector.detect(pixels)).map(({ rawValue }) => rawValue),
  };
}

class Rectangle {
  readonly sides: readonly number[];
  constructor(...sides: number[]) {
    this.sides = sides;
  }
}

const zxingNames: Partial<Record<Symbology, string>> = { pdf417: 'PDF_417' };
const zxingName = (symbology: Symbology) => zxingNames[symbology] ?? symbology.toUpperCase();

async function zxingLibrary(): Promise<Reader> {
  const zxing = await import('@zxing/library');
  const hints = new Map<number, unknown>([
    [
      zxing.DecodeHintType.POSSIBLE_FORMATS,
      asked.map((symbology) => zxing.BarcodeFormat[zxingName(symbology) as 'QR_CODE']),
    ],
    [zxing.DecodeHintType.TRY_HARDER, true],
  ]);
  const reader = new zxing.MultiFormatReader();
  reader.setHints(hints as never);
  return {
    name: '@zxing/library',
    begin() {},
    read: quietly((picture) => {
      const grey = new Uint8ClampedArray(picture.data.buffer, picture.data.byteOffset, picture.width * picture.height);
      const source = new zxing.RGBLuminanceSource(grey, picture.width, picture.height);
      return [reader.decodeWithState(new zxing.BinaryBitmap(new zxing.HybridBinarizer(source))).getText()];
    }),
  };
}

/** The decoder inside html5-qrcode, which only reads the pixels of a canvas. */
function html5Qrcode(): Reader {
  const require = createRequire(import.meta.url);
  const { ZXingHtml5QrcodeDecoder } = require('html5-qrcode/cjs/zxing-html5-qrcode-decoder.js');
  const { Html5QrcodeSupportedFormats } = require('html5-qrcode/cjs/core.js');
  const formats = asked.map((symbology) => Html5QrcodeSupportedFormats[zxingName(symbology)]);
  const decoder = new ZXingHtml5QrcodeDecoder(formats, false, { logError() {} });
  return {
    name: 'html5-qrcode',
    begin() {},
    read: quietly((_picture, pixels) => {
      const { width, height } = pixels;
      return [decoder.decode({ width, height, getContext: () => ({ getImageData: () => pixels }) }).text];
    }),
  };
}

/** In Node it reads files only, so each picture is encoded as PNG; its times include that. */
function quagga(): Reader {
  const require = createRequire(import.meta.url);
  const Quagga = require('@ericblade/quagga2');
  const readers = ['code_128', 'ean', 'ean_8', 'upc', 'upc_e', 'code_39', 'code_93', 'codabar', 'i2of5'];
  return {
    name: 'quagga2 (1D)',
    begin() {},
    async read({ data, width, height }) {
      const raw = { width, height, channels: 1 } as const;
      const png = await sharp(data, { raw }).png({ compressionLevel: 0 }).toBuffer();
      const result = await Quagga.decodeSingle({
        src: `data:image/png;base64,${png.toString('base64')}`,
        inputStream: { size: 0, mime: 'image/png' },
        numOfWorkers: 0,
        locate: true,
        decoder: { readers: readers.map((name) => `${name}_reader`) },
      }).catch(() => null);
      const text = result?.codeResult?.code;
      return typeof text === 'string' ? [text] : [];
    },
  };
}

async function jsQr(): Promise<Reader> {
  const module = (await import('jsqr')) as unknown as { default: { default?: unknown } };
  const decode = (module.default.default ?? module.default) as typeof import('jsqr').default;
  return {
    name: 'jsQR (QR)',
    begin() {},
    read: quietly((_picture, { data, width, height }) => {
      const code = decode(data as Uint8ClampedArray, width, height);
      return code?.data ? [code.data] : [];
    }),
  };
}

/** Some libraries throw when they find nothing, and log to the console at every miss. */
function quietly(read: Reader['read']): Reader['read'] {
  return async (picture, pixels) => {
    const { warn, error } = console;
    console.warn = console.error = () => {};
    try {
      return await read(picture, pixels);
    } catch {
      return [];
    } finally {
      Object.assign(console, { warn, error });
    }
  };
}
