import type { ImportRow, TicketStatus } from '@scantix/api-contract';

/** The names of one column, in lower case: products rename columns. */
export type ColumnNames = readonly string[];

/** Columns whose values are one field together, in this order, with a space between. */
export type JoinedColumns = readonly ColumnNames[];

/** What the columns of another system's export mean. */
export interface ImportPreset {
  readonly title: string;
  /** What to export there, for the message about missing columns. */
  readonly howToExport: string;
  /** For each field the ways to read it, the best first: the first one counts whose columns the file has. */
  readonly fields: { readonly barcode: readonly JoinedColumns[] } & Partial<
    Record<Exclude<keyof ImportRow, 'status' | 'works_at'>, readonly JoinedColumns[]>
  >;
  /** Makes the barcode where the file does not have what the code shows. It needs a key of the other system. */
  readonly code?: {
    /** Why, for the message that asks for the key. */
    readonly reason: string;
    readonly columns: readonly ColumnNames[];
    make(values: readonly string[], key: string): string;
  };
  /** Columns that restrict the ticket, with their values in lower case. Of several the worst counts. */
  readonly states: readonly StateColumn[];
  /** Whether the file must have one of the columns of `states`: without it unpaid tickets would be valid. */
  readonly needsState: boolean;
}

/** A column that tells whether a ticket is valid. */
export interface StateColumn {
  readonly column: ColumnNames;
  readonly values: Readonly<Record<string, TicketStatus>>;
}

/** The worst status last. */
export const BY_SEVERITY: readonly TicketStatus[] = ['valid', 'unpaid', 'blocked', 'cancelled'];
