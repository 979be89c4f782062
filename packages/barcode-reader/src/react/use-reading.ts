import { useEffect } from 'react';
import type { BarcodeReader, Symbology } from '../index.ts';

/** What a reader looks for while the component is mounted. */
export interface ReadingOptions {
  readonly symbologies: readonly Symbology[];
  /** How many codes of one frame are read, from 1 to 255. @default 1 */
  readonly maximumCodes?: number;
}

/** Runs the reader while the component is mounted, and keeps what it looks for up to date. */
export function useReading(reader: BarcodeReader, { symbologies, maximumCodes = 1 }: ReadingOptions): void {
  useEffect(() => {
    // Equal lists cost nothing: the reader compares them.
    reader.setSymbologies(symbologies);
  }, [reader, symbologies]);
  useEffect(() => {
    reader.setMaximumCodes(maximumCodes);
  }, [reader, maximumCodes]);
  // Last, so that the decoder is chosen once, for what is wanted.
  useEffect(() => {
    reader.start();
    return () => reader.stop();
  }, [reader]);
}
