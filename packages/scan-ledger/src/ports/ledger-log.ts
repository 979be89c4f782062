/** What the ledger reports beside its state; it never contains a barcode or a name. */
export interface LedgerEvent {
  readonly name: string;
  /** `warn`: scans are lost, or cannot be saved. @default 'info' */
  readonly level?: 'info' | 'warn';
  /** The error behind it, where there is one. */
  readonly cause?: unknown;
  /** Details, such as a time limit or the name of a database. @default none */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Receives failures that do not stop the ledger, and what happened to its storage. */
export type LedgerLog = (event: LedgerEvent) => void;
