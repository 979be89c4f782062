/** Camera frame to code: one camera, one worker, one decoder. */
export interface BarcodeReader {
  readonly name: 'barcode-reader';
}

export function createBarcodeReader(): BarcodeReader {
  return { name: 'barcode-reader' };
}
