import { barcodeBytes } from '@scantix/api-contract';
import { sql } from 'kysely';
import { idRanges } from '../database/id-ranges.ts';
import { searchText } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import { dropAllSegments } from '../snapshot/segments.ts';
import { lockTickets } from '../ticket-rows/find-ticket.ts';
import {
  coarsePattern,
  eraseScans,
  fold,
  lockScansByCode,
  lockScansByName,
  namePatterns,
  textOf,
} from './erase-scans.ts';

/** Whose data is erased: of everybody with this name, or of these tickets. */
export interface Erasure {
  readonly domainId: string;
  readonly holder?: string | undefined;
  readonly barcodes?: readonly string[] | undefined;
  /** Only counts. */
  readonly dryRun?: boolean | undefined;
}

/** How much an erasure changed, or would. */
export interface ErasureCounts {
  readonly tickets: number;
  readonly scans: number;
}

interface Work extends Erasure {
  readonly at: Date;
  /** The rows of a table that one statement looks through. @default 5000 */
  readonly rowsAtOnce?: number;
  /** Runs in the last transaction. */
  readonly finish?: (trx: Database, counts: ErasureCounts) => Promise<void>;
}

/** The tickets that are changed in one transaction: a gate waits for those alone. */
const TICKETS_AT_ONCE = 200;

/**
 * Erases name, note, order and seat of ticket holders in tickets, scans and what devices download. Tickets, scans and counts stay,
 * and a later import does not bring the name back. Devices lose it with their next download. It runs in many short
 * transactions, the tickets' after those of the scans that have the name: one that breaks off is repeated.
 */
export async function eraseHolder(db: Database, work: Work): Promise<ErasureCounts> {
  const { domainId, holder, dryRun, finish } = work;
  const barcodes = await findBarcodes(db, work);
  const scans = new Set(holder === undefined ? [] : await eraseByName(db, { ...work, holder }));
  let tickets = 0;
  for (let start = 0; start === 0 || start < barcodes.length; start += TICKETS_AT_ONCE) {
    await db.transaction().execute(async (trx) => {
      const some = barcodes.slice(start, start + TICKETS_AT_ONCE);
      const locked = (some.length === 0 ? [] : await lockTickets(trx, { domainId, barcodes: some })).filter(
        (one) => !!one,
      );
      const found = locked.filter((ticket) => isMeant(ticket, work));
      tickets += found.length;
      const others = new Set(locked.filter((ticket) => !found.includes(ticket)).map(({ barcode }) => textOf(barcode)));
      const codes = some.filter((barcode) => !others.has(textOf(barcode)));
      const ofCodes = await lockScansByCode(trx, { domainId, barcodes: codes });
      for (const { id } of ofCodes) scans.add(id);
      if (dryRun) return;
      const names = [holder, ...found.map((ticket) => ticket.holder)].flatMap((name) => name?.trim() || []);
      await forgetFileNames(trx, domainId, [...new Set(names)]);
      await eraseScans(trx, domainId, ofCodes);
      // From here on the domain's gates wait.
      await dropAllSegments(trx, domainId, async () => {
        for (const { id, barcode } of found) await eraseTicket(trx, domainId, { id, barcode, at: work.at });
      });
      if (start + TICKETS_AT_ONCE >= barcodes.length) await finish?.(trx, { tickets, scans: scans.size });
    });
  }
  return { tickets, scans: scans.size };
}

/** An import may have given a ticket to somebody else since it was found by the name. */
function isMeant(ticket: { barcode: Uint8Array; holder: string | null }, { holder, barcodes = [] }: Erasure): boolean {
  return barcodes.includes(textOf(ticket.barcode)) || fold(ticket.holder ?? '') === fold(holder ?? '');
}

async function eraseTicket(
  trx: Database,
  domainId: string,
  { id, barcode, at }: { id: string; barcode: Uint8Array; at: Date },
) {
  const search_text = searchText(textOf(barcode));
  const personal = { holder: null, note: null, order_name: null, seat: null, search_text };
  const erased = { ...personal, erased_at: at, updated_at: at };
  await trx
    .updateTable('tickets')
    .set(erased)
    .where('domain_id', '=', domainId)
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute();
}

/** Erases the holder in scans that have the name, also of other tickets. @returns their ids */
async function eraseByName(
  db: Database,
  { domainId, holder, dryRun, rowsAtOnce = 5_000 }: Work & { readonly holder: string },
): Promise<string[]> {
  const ids: string[] = [];
  for await (const range of idRanges(db, 'scans', { domainId, rowsAtOnce })) {
    await db.transaction().execute(async (trx) => {
      const scans = await lockScansByName(trx, { domainId, holder, range });
      ids.push(...scans.map(({ id }) => id));
      if (!dryRun) await eraseScans(trx, domainId, scans);
    });
  }
  return ids;
}

/** Removes the names of imported files that name a holder from the audit log. Erasures of a domain lock its rows in one order. */
async function forgetFileNames(trx: Database, domainId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { rows } = await sql<{ id: string; file: string }>`
    select id, detail->>'file' as file from audit_events
    where domain_id = ${domainId} and action = 'tickets.imported'
      and detail->>'file' ilike any(${names.map(coarsePattern)}::text[])
    order by id for update`.execute(trx);
  const named = rows.filter(({ file }) => names.some((name) => fold(file).includes(fold(name))));
  if (named.length === 0) return;
  await sql`
    update audit_events set detail = (detail::jsonb - 'file')::json
    where domain_id = ${domainId} and id = any(${named.map(({ id }) => id)}::bigint[])`.execute(trx);
}

async function findBarcodes(
  db: Database,
  { domainId, holder, barcodes = [], rowsAtOnce = 5_000 }: Work,
): Promise<Uint8Array[]> {
  const found = new Map<string, Uint8Array>(barcodes.map((barcode) => [barcode, barcodeBytes(barcode)]));
  if (holder === undefined) return [...found.values()];
  for await (const { after, upTo } of idRanges(db, 'tickets', { domainId, rowsAtOnce })) {
    const rows = await db
      .selectFrom('tickets')
      .select(['barcode', 'holder'])
      .where('domain_id', '=', domainId)
      .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
      .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo ?? ''))
      .where(sql<boolean>`search_text like any(${namePatterns(holder.trim())}::text[])`)
      .execute();
    for (const row of rows) {
      if (fold(row.holder ?? '') === fold(holder)) found.set(textOf(row.barcode), row.barcode);
    }
  }
  return [...found.values()];
}
