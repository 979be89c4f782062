import { barcodeBytes, type ImportRow } from '@scantix/api-contract';
import { sql } from 'kysely';
import { searchText } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { type BarcodesOfDomain, findTickets, hashAll, lockTickets } from '../ticket-rows/find-ticket.ts';
import type { TicketRow } from '../ticket-rows/ticket-state.ts';
import { insertTickets, type NewTicket, type TicketColumns, writeColumns } from './insert-tickets.ts';

/** A row of an import; `works_at` has the ids of checkpoints. */
export type TicketToImport = ImportRow;

/** What an import needs of its process, and whose tickets it writes. */
export interface TicketImporter {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly domainId: string;
}

/** How a batch is written. */
export interface BatchOptions {
  /** Only counts. */
  readonly dryRun: boolean;
  /** Whether tickets that have not expired may lose their validity; otherwise their rows are held back. */
  readonly mayRevoke: boolean;
  /** Called first in the transaction. */
  readonly lock?: ((trx: Database) => Promise<void>) | undefined;
}

/** What a batch did, in numbers of rows. */
export interface BatchCounts {
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Of the changed ones: how many were valid and are no longer. */
  readonly cancelled: number;
  /** Rows that name a holder whose data was erased. */
  readonly erased: number;
  /** Rows that would have made a valid ticket invalid that has not expired; nothing of them is written. */
  readonly held: readonly TicketToImport[];
}

/** Rows of different barcodes, with what is made of them before their turn to be written. */
export interface PreparedBatch {
  readonly rows: readonly TicketToImport[];
  readonly asked: Omit<BarcodesOfDomain, 'domainId'>;
  /** All rows as new tickets, where they are expected to be: they are inserted before anybody looks whether they are. */
  readonly asNew?: TicketColumns | undefined;
}

/**
 * Prepares rows, while the database writes those before.
 * @param areNew whether the rows are expected to be new tickets. It changes nothing but the time that writing takes.
 */
export function prepareBatch(
  newId: () => string,
  rows: readonly TicketToImport[],
  { areNew = false }: { areNew?: boolean } = {},
): PreparedBatch {
  const barcodes = rows.map(({ barcode }) => barcodeBytes(barcode));
  const newOnes = () => rows.map((row) => newTicket(newId(), row, columnsOf(row, undefined)));
  return { rows, asked: { barcodes, hashes: hashAll(barcodes) }, asNew: areNew ? writeColumns(newOnes()) : undefined };
}

/** One of the tickets that were to be created is there: another transaction made it, or nobody had looked. */
class AlreadyCreatedError extends Error {
  override readonly name = 'AlreadyCreatedError';
}

const ATTEMPTS = 5;

/**
 * Writes tickets of different barcodes in one transaction. A ticket that equals its row is not written, so it gets no
 * number in the change feed.
 */
export async function importBatch(
  importer: TicketImporter,
  batch: PreparedBatch,
  options: BatchOptions = { dryRun: false, mayRevoke: true },
): Promise<BatchCounts> {
  if (options.dryRun) return writeBatch(importer, batch, options);
  let next = batch;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await importer.db.transaction().execute(async (trx) => {
        await options.lock?.(trx);
        return writeBatch({ ...importer, db: trx }, next, options);
      });
    } catch (error) {
      if (!(error instanceof AlreadyCreatedError) || attempt === ATTEMPTS) throw error;
      next = { ...batch, asNew: undefined };
    }
  }
}

/**
 * Locks in the order of every transaction: existing tickets, new ones, then the domain's feed with the first write. The
 * tickets that are changed after it are locked already.
 */
export async function writeBatch(
  { db, clock, newId, domainId }: TicketImporter,
  { rows, asked, asNew }: PreparedBatch,
  { dryRun, mayRevoke }: BatchOptions,
): Promise<BatchCounts> {
  const at = new Date(clock.now());
  if (asNew && !dryRun) {
    await insertAll(db, { domainId, at, columns: asNew });
    return { created: rows.length, changed: 0, unchanged: 0, cancelled: 0, erased: 0, held: [] };
  }
  const before = await (dryRun ? findTickets : lockTickets)(db, { domainId, ...asked });
  const created: NewTicket[] = [];
  const changed: object[] = [];
  const held: TicketToImport[] = [];
  let cancelled = 0;
  let erased = 0;
  for (const [index, row] of rows.entries()) {
    const old = before[index];
    const columns = columnsOf(row, old);
    if (old?.erased_at && (row.holder || row.note || row.order || row.seat)) erased += 1;
    if (old && JSON.stringify(columns) === JSON.stringify(columnsOf({ barcode: row.barcode }, old))) continue;
    const revokes = old?.status === 'valid' && columns.status !== 'valid';
    const hasExpired = old?.valid_until && old.valid_until <= at;
    if (revokes && !hasExpired && !mayRevoke) {
      held.push(row);
      continue;
    }
    if (revokes) cancelled += 1;
    (old ? changed : created).push(newTicket(old?.id ?? newId(), row, columns));
  }
  if (created.length > 0 && !dryRun) await insertAll(db, { domainId, at, columns: writeColumns(created) });
  if (changed.length > 0 && !dryRun) await updateTickets(db, { domainId, at, changed });
  const unchanged = rows.length - created.length - changed.length - held.length;
  return { created: created.length, changed: changed.length, unchanged, cancelled, erased, held };
}

/** The columns that an import sets, in a form that can be compared. What was erased of a holder stays so. */
function columnsOf(row: TicketToImport, old: TicketRow | undefined) {
  const or = <Value>(given: Value | null | undefined, current: Value | undefined, otherwise: Value): Value =>
    given === undefined ? (current ?? otherwise) : (given ?? otherwise);
  const personal = (given: string | null | undefined, current: string | null | undefined) =>
    old?.erased_at ? null : or<string | null>(given, current, null);
  const time = (given: string | null | undefined, current: Date | null | undefined) =>
    given === undefined ? (current?.toISOString() ?? null) : given && new Date(given).toISOString();
  return {
    status: or(row.status, old?.status, 'valid'),
    holder: personal(row.holder, old?.holder),
    type: or(row.type, old?.type, 'Ticket'),
    note: personal(row.note, old?.note),
    order_name: personal(row.order, old?.order_name),
    section: or<string | null>(row.section, old?.section, null),
    seat: personal(row.seat, old?.seat),
    valid_from: time(row.valid_from, old?.valid_from),
    valid_until: time(row.valid_until, old?.valid_until),
    works_at: [...new Set(or(row.works_at, old?.works_at, []))].toSorted(),
    entries_allowed: or(row.entries_allowed, old?.entries_allowed, 1),
  };
}

function newTicket(id: string, { barcode }: TicketToImport, columns: ReturnType<typeof columnsOf>): NewTicket {
  const text = searchText(barcode, columns.holder, columns.order_name);
  return { id, barcode: Buffer.from(barcodeBytes(barcode)).toString('hex'), ...columns, search_text: text };
}

/** @throws AlreadyCreatedError */
async function insertAll(db: Database, tickets: { domainId: string; at: Date; columns: TicketColumns }): Promise<void> {
  if ((await insertTickets(db, tickets)) < tickets.columns.count) throw new AlreadyCreatedError();
}

/** By the domain in the rows: for a constant one, a planner that takes it for small reads all of its tickets. */
async function updateTickets(
  db: Database,
  { domainId, at, changed }: { domainId: string; at: Date; changed: readonly object[] },
): Promise<void> {
  await sql`
    update tickets set status = row.status, holder = row.holder, type = row.type, note = row.note,
      order_name = row.order_name, section = row.section, seat = row.seat, valid_from = row.valid_from,
      valid_until = row.valid_until, works_at = row.works_at, entries_allowed = row.entries_allowed,
      search_text = row.search_text, updated_at = ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changed.map((row) => ({ ...row, domain_id: domainId })))}::jsonb) as row (
      domain_id uuid, id uuid, status text, holder text, type text, note text, order_name text, section text, seat text,
      valid_from timestamptz, valid_until timestamptz, works_at uuid[], entries_allowed integer, search_text text
    )
    where tickets.domain_id = row.domain_id and tickets.id = row.id`.execute(db);
}
