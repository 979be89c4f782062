import type { TicketImporter, TicketToImport } from './import-batch.ts';
import type { BarcodeWatch } from './watch-barcodes.ts';

const PAGE_ROWS = 500;

/** The highest id of the domain's tickets; `undefined`: it has none. */
export async function findNewestTicket({ db, domainId }: TicketImporter): Promise<string | undefined> {
  const tickets = db.selectFrom('tickets').select('id').where('domain_id', '=', domainId);
  return (await tickets.orderBy('id', 'desc').limit(1).executeTakeFirst())?.id;
}

/**
 * The valid tickets of a domain that a file does not have, as rows that cancel them, in batches.
 * @param upTo the newest ticket when the import began, by the rows, since servers' clocks differ: what others have added since
 * is not missing, as the file is older; `undefined`: there was none
 */
export async function* missingTickets(
  { db, domainId }: TicketImporter,
  { watch, upTo }: { readonly watch: BarcodeWatch; readonly upTo: string | undefined },
): AsyncGenerator<TicketToImport[]> {
  if (upTo === undefined) return;
  let last: string | undefined;
  do {
    const page = await db
      .selectFrom('tickets')
      .select(['id', 'barcode', 'barcode_hash'])
      .where('domain_id', '=', domainId)
      .where('status', '=', 'valid')
      .where('id', '<=', upTo)
      .$if(last !== undefined, (query) => query.where('id', '>', last ?? ''))
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute();
    const missing = page.filter(({ barcode_hash }) => !watch.has(barcode_hash));
    const text = new TextDecoder('utf-8', { ignoreBOM: true });
    if (missing.length > 0)
      yield missing.map(({ barcode }) => ({ barcode: text.decode(barcode), status: 'cancelled' }));
    last = page.length === PAGE_ROWS ? page.at(-1)?.id : undefined;
  } while (last !== undefined);
}
