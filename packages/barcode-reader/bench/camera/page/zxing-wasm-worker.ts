import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

void prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

addEventListener('message', async ({ data: bitmap }: MessageEvent<ImageBitmap>) => {
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const results = await readBarcodes(context.getImageData(0, 0, width, height), {
    tryHarder: true,
    formats: ['QRCode', 'Aztec', 'DataMatrix', 'PDF417', 'Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE'],
    maxNumberOfSymbols: 1,
  });
  postMessage(results.filter(({ isValid }) => isValid).map(({ text }) => text));
});
