/** Receives failures that do not stop the ledger; an event never contains a barcode. */
export type LedgerLog = (event: { readonly name: string; readonly cause?: unknown }) => void;
