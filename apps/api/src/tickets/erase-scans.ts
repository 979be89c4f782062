import type { Verdict } from '@scantix/api-contract';
import type { WebhookData } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import type { IdRange } from '../database/id-ranges.ts';
import { escapeLike, searchPattern, searchText } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import type { WebhookDeliveriesTable } from '../database/webhook-tables.ts';
import { barcodeHash } from '../ticket-rows/find-ticket.ts';
import { withoutHolder } from '../ticket-rows/without-holder.ts';

/** A name for comparison: in lower case, without spaces around it. Σ becomes ς at the end of a word and σ elsewhere: one letter here. */
export const fold = (name: string) => name.normalize('NFC').trim().toLowerCase().replaceAll('ς', 'σ');
/** The `like` patterns of a name: other systems write é as one character or as two, and the database finds what is written. */
export const namePatterns = (name: string) => ['NFC', 'NFD'].map((form) => searchPattern(name.normalize(form)));
/**
 * A `like` pattern that finds every text with a name, and others too. A database folds letters outside ASCII by its locale:
 * in C none, and i in Turkish to another one.
 */
export const coarsePattern = (name: string) => `%${escapeLike(name.normalize('NFC')).replace(/[^ -~]+|i/gi, '%')}%`;
export const textOf = (barcode: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(barcode);

type Found = Awaited<ReturnType<ReturnType<typeof selectScans>['execute']>>[number];

/**
 * The scans of a range that name the holder: a ticket may have had another one then. A verdict without the ticket names nobody,
 * and the scan is found by the name all the same. Locks them.
 */
export async function lockScansByName(
  trx: Database,
  { domainId, holder, range }: { domainId: string; holder: string; range: IdRange },
): Promise<Found[]> {
  const quoted = coarsePattern(JSON.stringify(holder.trim()).slice(1, -1));
  const { after, upTo } = range;
  const rows = await selectScans(trx, domainId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo ?? ''))
    .where(({ or }) =>
      or([
        sql<boolean>`verdict::text ilike ${quoted}`,
        sql<boolean>`device_verdict::text ilike ${quoted}`,
        sql<boolean>`search_text like any(${namePatterns(holder.trim())}::text[])`,
      ]),
    )
    .execute();
  const names = (verdict: Verdict | null) => fold(verdict?.ticket?.holder ?? '') === fold(holder);
  const isFound = ({ barcode, search_text }: Found) => fold(nameIn(search_text, textOf(barcode))) === fold(holder);
  return rows.filter((row) => names(row.verdict) || names(row.device_verdict) || isFound(row));
}

/** What a scan's search text has behind the code. */
const nameIn = (text: string, barcode: string) => text.slice(searchText(barcode, '').length);

/** The scans of these codes. Locks them. */
export async function lockScansByCode(
  trx: Database,
  { domainId, barcodes }: { domainId: string; barcodes: readonly Uint8Array[] },
): Promise<Found[]> {
  if (barcodes.length === 0) return [];
  return selectScans(trx, domainId).where('barcode_hash', 'in', barcodes.map(barcodeHash)).execute();
}

/** The oldest scans that were received from one time until before another, all of the last millisecond. Locks them. */
export async function lockOldestScans(
  trx: Database,
  { domainId, from, before, limit }: { domainId: string; from: Date | null; before: Date; limit: number },
): Promise<Found[]> {
  const oldest = trx
    .selectFrom('scans')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('received_at', '<', before)
    .$if(from !== null, (query) => query.where('received_at', '>=', from ?? before))
    .orderBy('received_at')
    .fetch(limit, 'with ties');
  return selectScans(trx, domainId).where('id', 'in', oldest).execute();
}

function selectScans(trx: Database, domainId: string) {
  return trx
    .selectFrom('scans')
    .select(['id', 'barcode', 'verdict', 'device_verdict', 'received_at', 'search_text'])
    .where('domain_id', '=', domainId)
    .orderBy('id')
    .forUpdate();
}

/** Takes the holder out of scans and of the messages to webhooks about them. */
export async function eraseScans(trx: Database, domainId: string, scans: readonly Found[]): Promise<void> {
  if (scans.length === 0) return;
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
  await forgetMessages(
    trx,
    domainId,
    scans.map(({ id }) => id),
  );
}

/** In a statement on messages: those of these scans, sent or not. They have the ids of scans, undos and conflicts. */
const ofScans = (domainId: string, scanIds: readonly string[]) => sql`
  domain_id = ${domainId}
    and webhook_id in (select id from webhooks where domain_id = ${domainId})
    and type in ('scan.accepted', 'scan.undone', 'conflict.opened')
    and id = any(array(
      select unnest(${scanIds}::uuid[])
      union all select id from scan_undos where domain_id = ${domainId} and scan_id = any(${scanIds}::uuid[])
      union all select id from scan_conflicts where domain_id = ${domainId} and scan_id = any(${scanIds}::uuid[])
    ))`;

/** Deletes the messages of scans, before their undos and conflicts are deleted. */
export async function deleteMessages(trx: Database, domainId: string, scanIds: readonly string[]): Promise<void> {
  await lockMessages(trx, domainId, scanIds);
  await sql`delete from webhook_deliveries where ${ofScans(domainId, scanIds)}`.execute(trx);
}

/** All at once, since everybody locks messages in this order: locked in parts, a message of a later one may come first. */
async function lockMessages(trx: Database, domainId: string, scanIds: readonly string[]): Promise<void> {
  await sql`
    select from webhook_deliveries where ${ofScans(domainId, scanIds)}
    order by webhook_id, sequence for update`.execute(trx);
}

/** The scans whose messages are read at once: of each one, every webhook has a few. */
const SCANS_AT_ONCE = 100;

/**
 * Takes the holder out of messages. PostgreSQL cannot look into all of them: it refuses JSON with U+0000, which a code may
 * have.
 */
async function forgetMessages(trx: Database, domainId: string, scanIds: readonly string[]): Promise<void> {
  await lockMessages(trx, domainId, scanIds);
  for (let start = 0; start < scanIds.length; start += SCANS_AT_ONCE) {
    const some = scanIds.slice(start, start + SCANS_AT_ONCE);
    const { rows } = await sql<Message>`
      select webhook_id, type, id, data from webhook_deliveries where ${ofScans(domainId, some)}`.execute(trx);
    for (const message of rows) await forgetMessage(trx, domainId, message);
  }
}

type Message = Pick<WebhookDeliveriesTable, 'webhook_id' | 'type' | 'id' | 'data'>;

async function forgetMessage(trx: Database, domainId: string, { webhook_id, type, id, data }: Message): Promise<void> {
  const message = JSON.parse(data) as Partial<WebhookData>;
  if (!message.ticket) return;
  const { holder: _, order: __, note: ___, ...ticket } = message.ticket;
  const left = JSON.stringify({ ...message, ticket });
  if (left === data) return;
  await trx
    .updateTable('webhook_deliveries')
    .set({ data: left })
    .where('domain_id', '=', domainId)
    .where('webhook_id', '=', webhook_id)
    .where('type', '=', type)
    .where('id', '=', id)
    .execute();
}
