import { createHash, hash } from 'node:crypto';
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
  /** What `hashAll` gives for them, where it was asked before. */
  readonly hashes?: readonly string[];
}

/** The indexed forms of barcodes, in hex. */
export function hashAll(barcodes: readonly Uint8Array[]): string[] {
  return barcodes.map((barcode) => hash('sha256', barcode, 'hex'));
}

/** The tickets with these barcodes, in the given order. */
export async function findTickets(db: Database, asked: BarcodesOfDomain): Promise<(TicketRow | undefined)[]> {
  return selectTickets(db, asked, sql``);
}

/**
 * The tickets with these barcodes, in the given order, their rows locked until the transaction ends. Rows are locked in
 * the order of their hashes, so that two transactions never wait for each other.
 */
export async function lockTickets(trx: Database, asked: BarcodesOfDomain): Promise<(TicketRow | undefined)[]> {
  return selectTickets(trx, asked, sql`for update`);
}

/**
 * Looks for each hash by itself: for a list of them a planner whose statistics are older than an import reads every ticket
 * of the domain.
 */
async function selectTickets(
  db: Database,
  { domainId, barcodes, hashes = hashAll(barcodes) }: BarcodesOfDomain,
  lock: RawBuilder<unknown>,
): Promise<(TicketRow | undefined)[]> {
  const { rows } = await sql<TicketRow>`
    select found.* from unnest(${[...new Set(hashes)].toSorted()}::text[]) as asked (hash)
    cross join lateral (
      select * from tickets where domain_id = ${domainId}::uuid and barcode_hash = decode(asked.hash, 'hex')
      limit 1 ${lock}
    ) as found`.execute(db);
  const byHash = new Map(rows.map((row) => [Buffer.from(row.barcode_hash).toString('hex'), row]));
  return hashes.map((each) => byHash.get(each));
}
