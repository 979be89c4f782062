import type { ScanFilters, ScanRecord } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import { BYTE_ORDER_MARK } from '../http/csv.ts';
import { type FileToSend, type SendFileParts, sendFile } from '../http/send-file.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { filterScans } from '../scans/filter-scans.ts';
import { scanRecord, selectScans } from '../scans/scan-record.ts';
import { CSV_HEADER, csvLine } from './scan-csv.ts';

const PAGE_ROWS = 200;

interface ExportCall {
  readonly clerk: SignedInClerk;
  readonly body: ScanFilters;
}

interface ExportParts extends SendFileParts {
  readonly db: Database;
}

type Recipient = Pick<FileToSend, 'context' | 'mayGoOn' | 'onEnd'>;

/** Answers with the scans as CSV. Pages are read one at a time, so memory holds one. */
export function exportScansAsCsv(parts: ExportParts, { clerk, body }: ExportCall, recipient: Recipient): Response {
  const text = csv(readPages(parts.db, clerk.domainId, body));
  return sendFile(parts, { name: 'scans.csv', type: 'text/csv; charset=utf-8', text, ...recipient });
}

/** Answers with the scans as a JSON array. Pages are read one at a time, so memory holds one. */
export function exportScansAsJson(parts: ExportParts, { clerk, body }: ExportCall, recipient: Recipient): Response {
  const text = json(readPages(parts.db, clerk.domainId, body));
  return sendFile(parts, { name: 'scans.json', type: 'application/json', text, ...recipient });
}

async function* csv(pages: AsyncIterable<ScanRecord[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + CSV_HEADER;
  for await (const page of pages) yield page.map(csvLine).join('');
}

async function* json(pages: AsyncIterable<ScanRecord[]>): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    yield separator + page.map((scan) => JSON.stringify(scan)).join(',');
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** Reads the newest scans first. Scans that are recorded meanwhile neither repeat nor displace others. */
async function* readPages(db: Database, domainId: string, filters: ScanFilters): AsyncGenerator<ScanRecord[]> {
  let last: { received_at: Date; id: string } | undefined;
  do {
    let rows = filterScans(selectScans(db, domainId), filters, { byName: true })
      .orderBy('scan.received_at', 'desc')
      .orderBy('scan.id', 'desc')
      .limit(PAGE_ROWS);
    if (last) {
      const { received_at, id } = last;
      rows = rows.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('scan.received_at', 'scan.id'), '<', tuple(received_at, id)),
      );
    }
    const page = await rows.execute();
    if (page.length > 0) yield page.map(scanRecord);
    last = page.length === PAGE_ROWS ? page.at(-1) : undefined;
  } while (last);
}
