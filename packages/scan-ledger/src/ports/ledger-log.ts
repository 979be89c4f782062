/** What the ledger reports beside its state; it never contains a barcode or a name. */
export interface LedgerEvent {
  readonly name: string;
  readonly cause?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** Receives failures that do not stop the ledger, and what happened to its storage. */
export type LedgerLog = (event: LedgerEvent) => void;
