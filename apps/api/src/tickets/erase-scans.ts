import type { Verdict } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { IdRange } from '../database/id-ranges.ts';
import { searchPattern, searchText } from '../database/search-text.ts';
import type { Database } from '../database/tables.ts';
import { barcodeHash } from '../ticket-rows/find-ticket.ts';
import { withoutHolder } from '../ticket-rows/without-holder.ts';

/** Upper and lower case, and spaces around, make no other person. */
export const fold = (name: string) => name.normalize('NFC').trim().toLowerCase();
export const textOf = (barcode: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(barcode);

type Found = Awaited<ReturnType<ReturnType<typeof selectScans>['execute']>>[number];

/** The scans of a range whose verdicts name the holder: a ticket may have had another one then. Locks them. */
export async function lockScansByName(
  trx: Database,
  { domainId, holder, range }: { domainId: string; holder: string; range: IdRange },
): Promise<Found[]> {
  const quoted = `%${searchPattern(JSON.stringify(holder.trim()).slice(1, -1)).slice(1, -1)}%`;
  const { after, upTo } = range;
  const rows = await selectScans(trx, domainId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .$if(upTo !== undefined, (query) => query.where('id', '<=', upTo ?? ''))
    .where(({ eb, or }) =>
      or([
        sql<boolean>`verdict::text ilike ${quoted}`,
        sql<boolean>`device_verdict::text ilike ${quoted}`,
        eb('search_text', 'like', searchPattern(holder.trim())),
      ]),
    )
    .execute();
  const names = (verdict: Verdict | null) => fold(verdict?.ticket?.holder ?? '') === fold(holder);
  return rows.filter(({ verdict, device_verdict }) => names(verdict) || names(device_verdict));
}

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
    .select(['id', 'barcode', 'verdict', 'device_verdict', 'received_at'])
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

/** Takes the holder out of messages, sent or not. They have the ids of scans, undos and conflicts. */
async function forgetMessages(trx: Database, domainId: string, scanIds: readonly string[]): Promise<void> {
  await sql`
    update webhook_deliveries
    set data = (data::jsonb #- '{ticket,holder}' #- '{ticket,order}' #- '{ticket,note}')::text
    where domain_id = ${domainId}
      and webhook_id in (select id from webhooks where domain_id = ${domainId})
      and type in ('scan.accepted', 'scan.undone', 'conflict.opened')
      and id = any(array(
        select unnest(${scanIds}::uuid[])
        union all select id from scan_undos where domain_id = ${domainId} and scan_id = any(${scanIds}::uuid[])
        union all select id from scan_conflicts where domain_id = ${domainId} and scan_id = any(${scanIds}::uuid[])
      ))`.execute(trx);
}
