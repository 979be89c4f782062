import { createHash } from 'node:crypto';
import type { Database } from '../database/tables.ts';
import type { TicketRow } from './ticket-state.ts';

/** The indexed form of a barcode. */
export function barcodeHash(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** The ticket with this barcode. */
export function findTicket(
  db: Database,
  { domainId, barcode }: { domainId: string; barcode: Uint8Array },
): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('barcode_hash', '=', barcodeHash(barcode))
    .executeTakeFirst();
}

/**
 * The tickets with these barcodes, in the given order, their rows locked until the transaction ends. Rows are locked in
 * the order of their hashes, so that two transactions never wait for each other.
 */
export async function lockTickets(
  trx: Database,
  { domainId, barcodes }: { domainId: string; barcodes: readonly Uint8Array[] },
): Promise<(TicketRow | undefined)[]> {
  const hashes = barcodes.map(barcodeHash);
  const rows = await trx
    .selectFrom('tickets')
    .selectAll()
    .where('domain_id', '=', domainId)
    .where('barcode_hash', 'in', hashes)
    .orderBy('barcode_hash')
    .forUpdate()
    .execute();
  const byHash = new Map(rows.map((row) => [toKey(row.barcode_hash), row]));
  return hashes.map((hash) => byHash.get(toKey(hash)));
}

function toKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}
