/** The bytes by which a ticket is found: the text in UTF-8, U+0000 included. */
export function barcodeBytes(barcode: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(barcode);
}
