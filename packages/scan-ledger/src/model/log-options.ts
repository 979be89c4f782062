import type { LedgerScan, SyncState } from './ledger-scan.ts';

/** Which page of the log to list. */
export interface ListOptions {
  /** @default 50 */
  readonly limit?: number;
  /** Only scans older than the scan of this id. */
  readonly before?: string;
  /** Only scans in this state. @default all */
  readonly sync?: SyncState;
  /** Aborted before the log is read, it makes the call reject with its reason. */
  readonly signal?: AbortSignal;
}

/** The period of which scans are counted. */
export interface CountOptions {
  /** Epoch milliseconds, inclusive. */
  readonly since: number;
  /** Epoch milliseconds, exclusive. @default no end */
  readonly until?: number;
  /** Aborted before the log is read, it makes the call reject with its reason. */
  readonly signal?: AbortSignal;
}

/** Format and selection of an export. */
export interface ExportOptions {
  readonly format: 'csv' | 'json';
  /** Which scans to export. @default all */
  readonly filter?: (scan: LedgerScan) => boolean;
  /** Only scans in this state. @default all */
  readonly sync?: SyncState;
  /** Ends the export, which rejects with its reason. */
  readonly signal?: AbortSignal;
}
