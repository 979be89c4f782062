import type { TicketImporter, TicketToImport } from './import-batch.ts';
import type { BarcodeWatch } from './watch-barcodes.ts';

const PAGE_ROWS = 500;

/**
 * The valid tickets of a domain that a file does not have, as rows that cancel them, in batches.
 * @param before the id that was made when the import began: what others have added since is not missing, as the file is older
 */
export async function* missingTickets(
  { db, domainId }: TicketImporter,
  { watch, before }: { readonly watch: BarcodeWatch; readonly before: string },
): AsyncGenerator<TicketToImport[]> {
  let last: string | undefined;
  do {
    const page = await db
      .selectFrom('tickets')
      .select(['id', 'barcode', 'barcode_hash'])
      .where('domain_id', '=', domainId)
      .where('status', '=', 'valid')
      .where('id', '<', before)
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
