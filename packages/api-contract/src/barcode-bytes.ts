const encoder = new TextEncoder();

/** The bytes by which a ticket is found: the text in UTF-8, U+0000 included. */
export function barcodeBytes(barcode: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(barcode);
}
