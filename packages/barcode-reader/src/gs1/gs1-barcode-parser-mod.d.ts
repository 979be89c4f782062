/** The part of the library that is used; it has no types of its own. */
declare module 'gs1-barcode-parser-mod' {
  interface ParsedElement {
    readonly ai: string;
    readonly dataTitle: string;
    readonly data: string | number;
    readonly unit: string;
    readonly isoDate: string;
    readonly raw: string;
  }
  const parser: { parseBarcode(text: string): { readonly parsedCodeItems: readonly ParsedElement[] } };
  // biome-ignore lint/style/noDefaultExport: it is CommonJS, whose exports a bundler gives as the default
  export default parser;
}
