import type { ScanMethod, ScanMode, Symbology } from '@scantix/api-contract';

/** One decoded code, before the ledger has recorded it. */
export interface ScanToRecord {
  readonly barcode: string;
  /** The symbol's bytes, where the engine gives them. More than 12,288 bytes are left out. */
  readonly raw?: Uint8Array | undefined;
  readonly symbology: Symbology;
  readonly scanMethod: ScanMethod;
  readonly mode: ScanMode;
  readonly checkpointId: string;
}
