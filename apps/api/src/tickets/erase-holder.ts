import { barcodeBytes, type Verdict } from '@scantix/api-contract';
import { sql } from 'kysely';
import { searchPattern, searchText } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import { dropAllSegments } from '../snapshot/segments.ts';
import { lockTickets } from '../ticket-rows/find-ticket.ts';
import { withoutHolder } from '../ticket-rows/without-holder.ts';

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

/**
 * Erases name, note and order of ticket holders in tickets, scans and what devices download. Tickets, scans and counts stay,
 * and a later import does not bring the name back. Devices lose it with their next download. Runs in a transaction, and can
 * be repeated.
 */
export async function eraseHolder(trx: Database, { at, ...erasure }: Erasure & { at: Date }): Promise<ErasureCounts> {
  const { domainId, dryRun } = erasure;
  const barcodes = await findBarcodes(trx, erasure);
  const tickets = barcodes.length === 0 ? [] : await lockTickets(trx, { domainId, barcodes });
  const found = tickets.filter((ticket) => ticket !== undefined);
  const scans = await findScans(trx, erasure, barcodes);
  const counts = { tickets: found.length, scans: scans.length };
  if (dryRun) return counts;
  await dropAllSegments(trx, domainId, async () => {
    for (const { id, barcode } of found) {
      const search_text = searchText(textOf(barcode));
      const erased = { holder: null, note: null, order_name: null, search_text, erased_at: at, updated_at: at };
      await trx.updateTable('tickets').set(erased).where('id', '=', id).where('erased_at', 'is', null).execute();
    }
    const names = new Set([erasure.holder?.trim(), ...found.map(({ holder }) => holder)].filter((name) => !!name));
    for (const name of names) await forgetFileNames(trx, domainId, name as string);
    const scanIds = scans.map(({ id }) => id);
    if (scanIds.length > 0) await forgetMessages(trx, domainId, scanIds);
    for (const { id, barcode, verdict, device_verdict } of scans) {
      await trx
        .updateTable('scans')
        .set({
          verdict: JSON.stringify(withoutHolder(verdict)),
          ...(device_verdict && { device_verdict: JSON.stringify(withoutHolder(device_verdict)) }),
          search_text: searchText(textOf(barcode)),
        })
        .where('domain_id', '=', domainId)
        .where('id', '=', id)
        .execute();
    }
  });
  return counts;
}

/** Takes the holder out of messages to webhooks, sent or not. Of other holders' messages nothing changes. */
async function forgetMessages(trx: Database, domainId: string, scanIds: readonly string[]): Promise<void> {
  await sql`
    update webhook_deliveries
    set data = (data::jsonb #- '{ticket,holder}' #- '{ticket,order}' #- '{ticket,note}')::text
    where domain_id = ${domainId} and data::jsonb->'scan'->>'id' = any(${scanIds}::text[])`.execute(trx);
}

/** Removes the name of an imported file from the audit log if it names the holder. */
async function forgetFileNames(trx: Database, domainId: string, name: string): Promise<void> {
  await sql`
    update audit_events set detail = (detail::jsonb - 'file')::json
    where domain_id = ${domainId} and detail->>'file' ilike ${searchPattern(name)}`.execute(trx);
}

const textOf = (barcode: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(barcode);
/** Upper and lower case, and spaces around, make no other person. */
const fold = (name: string) => name.normalize('NFC').trim().toLowerCase();

async function findBarcodes(trx: Database, { domainId, holder, barcodes = [] }: Erasure): Promise<Uint8Array[]> {
  const given = barcodes.map(barcodeBytes);
  if (holder === undefined) return given;
  const rows = await trx
    .selectFrom('tickets')
    .select(['barcode', 'holder'])
    .where('domain_id', '=', domainId)
    .where('search_text', 'like', searchPattern(holder.trim()))
    .execute();
  return [...given, ...rows.flatMap((row) => (fold(row.holder ?? '') === fold(holder) ? [row.barcode] : []))];
}

/** The scans of tickets, and those whose verdicts name the holder: a ticket may have had another one then. */
async function findScans(trx: Database, { domainId, holder }: Erasure, barcodes: readonly Uint8Array[]) {
  const codes = new Set(barcodes.map((barcode) => Buffer.from(barcode).toString('hex')));
  const quoted = `%${searchPattern(JSON.stringify(holder?.trim() ?? '').slice(1, -1)).slice(1, -1)}%`;
  const rows = await trx
    .selectFrom('scans')
    .select(['id', 'barcode', 'verdict', 'device_verdict'])
    .where('domain_id', '=', domainId)
    .where(({ eb, or }) =>
      or([
        ...(barcodes.length > 0
          ? [
              eb(
                'barcode_hash',
                'in',
                barcodes.map((each) => sql<Uint8Array>`sha256(${each})`),
              ),
            ]
          : []),
        ...(holder === undefined
          ? []
          : [
              sql<boolean>`verdict::text ilike ${quoted}`,
              sql<boolean>`device_verdict::text ilike ${quoted}`,
              eb('search_text', 'like', searchPattern(holder.trim())),
            ]),
      ]),
    )
    .execute();
  const names = (verdict: Verdict | null) =>
    holder !== undefined && fold(verdict?.ticket?.holder ?? '') === fold(holder);
  return rows.filter(
    ({ barcode, verdict, device_verdict }) =>
      codes.has(Buffer.from(barcode).toString('hex')) || names(verdict) || names(device_verdict),
  );
}
