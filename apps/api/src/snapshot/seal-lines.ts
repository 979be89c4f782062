import type { TicketState } from '@scantix/api-contract/rules';
import type { Random } from '../system/random.ts';
import { sealRow } from './seal-row.ts';

/** A row of the feed with its ticket's state; no ticket: it was removed. Keys and barcodes in base64. */
export interface RowToSeal {
  readonly key: string;
  readonly change: number;
  readonly ticket: { readonly barcode: string; readonly state: TicketState } | null;
}

/** Seals rows as lines of the contract. */
export function sealLines(rows: readonly RowToSeal[], random: Random): string[] {
  return rows.map(({ key, change, ticket }) => {
    if (!ticket) return `${JSON.stringify({ key, removed: true, change })}\n`;
    const barcode = Buffer.from(ticket.barcode, 'base64');
    const sealed = sealRow(ticket.state, { barcode, key: Buffer.from(key, 'base64'), random });
    return `${JSON.stringify({ key, sealed: sealed.toString('base64'), change })}\n`;
  });
}
