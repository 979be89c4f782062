import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
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

/** What tickets are asked for. */
export interface BarcodesOfDomain {
  readonly domainId: string;
  readonly barcodes: readonly Uint8Array[];
}

/** The tickets with these barcodes, in the given order. */
export async function findTickets(db: Database, asked: BarcodesOfDomain): Promise<(TicketRow | undefined)[]> {
  return inGivenOrder(await selectTickets(db, asked, sql``), asked);
}

/**
 * The tickets with these barcodes, in the given order, their rows locked until the transaction ends. Rows are locked in
 * the order of their hashes, so that two transactions never wait for each other.
 */
export async function lockTickets(trx: Database, asked: BarcodesOfDomain): Promise<(TicketRow | undefined)[]> {
  return inGivenOrder(await selectTickets(trx, asked, sql`for update`), asked);
}

/**
 * Looks for each hash by itself: for a list of them a planner whose statistics are older than an import reads every ticket
 * of the domain.
 */
async function selectTickets(
  db: Database,
  { domainId, barcodes }: BarcodesOfDomain,
  lock: RawBuilder<unknown>,
): Promise<readonly TicketRow[]> {
  const hashes = new Set(barcodes.map((barcode) => `\\x${Buffer.from(barcodeHash(barcode)).toString('hex')}`));
  const { rows } = await sql<TicketRow>`
    select found.* from unnest(${[...hashes].toSorted()}::text[]) as asked (hash)
    cross join lateral (
      select * from tickets where domain_id = ${domainId}::uuid and barcode_hash = asked.hash::bytea limit 1 ${lock}
    ) as found`.execute(db);
  return rows;
}

function inGivenOrder(rows: readonly TicketRow[], { barcodes }: BarcodesOfDomain): (TicketRow | undefined)[] {
  const byHash = new Map(rows.map((row) => [toKey(row.barcode_hash), row]));
  return barcodes.map((barcode) => byHash.get(toKey(barcodeHash(barcode))));
}

function toKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}
