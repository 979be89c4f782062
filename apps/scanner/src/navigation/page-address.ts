/** The route and the segment after it, whatever characters it has; inside another address the slashes are encoded. */
const BARCODE = /((?:\/|%2F)scan-result(?:\/|%2F)+)[^/?#]+/gi;

/** An address as it may be logged: whole, with `:barcode` in place of a barcode, since whoever has it has the ticket. */
export function pageAddress(address: string): string {
  return address.replace(BARCODE, '$1:barcode');
}
