import type { AdminTicket } from '@scantix/api-contract/admin';
import { recordAudit } from '../audit/record-audit.ts';
import { BYTE_ORDER_MARK, formatCsvLine } from '../http/csv.ts';
import { type FileToSend, type SendFileParts, sendFile } from '../http/send-file.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import { type AdminTicketsParts, adminTicket, type By } from './admin-tickets.ts';

const PAGE_ROWS = 500;

const CSV_COLUMNS = [
  'barcode',
  'status',
  'holder',
  'type',
  'note',
  'order',
  'section',
  'seat',
  'valid_from',
  'valid_until',
  'works_at',
  'entries_allowed',
  'entries_used',
  'inside',
] as const satisfies readonly (keyof AdminTicket)[];

interface TicketsToExport extends Pick<FileToSend, 'context' | 'mayGoOn' | 'onEnd'> {
  readonly domainId: string;
  readonly format: 'csv' | 'ndjson';
  readonly by: By;
}

/** Answers with all tickets of a domain. Pages are read one at a time, so memory holds one. The audit log knows first. */
export async function exportTickets(
  parts: AdminTicketsParts & SendFileParts,
  { domainId, format, by, ...recipient }: TicketsToExport,
): Promise<Response> {
  await recordExport(parts, { domainId, format, by }).catch((error: unknown) => {
    recipient.onEnd();
    throw error;
  });
  const pages = readPages(parts, domainId);
  return sendFile(parts, {
    name: `tickets.${format}`,
    type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    text: format === 'csv' ? csv(pages) : ndjson(pages),
    ...recipient,
  });
}

async function recordExport(
  { db }: AdminTicketsParts,
  { domainId, format, by }: { domainId: string; format: string; by: By },
): Promise<void> {
  const feed = db.selectFrom('ticket_feeds').select('ticket_count').where('domain_id', '=', domainId);
  const tickets = Number((await feed.executeTakeFirstOrThrow()).ticket_count);
  await recordAudit(db, { action: 'tickets.exported', domainId, ...by, detail: { format, tickets } });
}

async function* csv(pages: AsyncIterable<AdminTicket[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsvLine(CSV_COLUMNS);
  for await (const page of pages)
    yield page.map((ticket) => formatCsvLine(CSV_COLUMNS.map((name) => cell(ticket[name])))).join('');
}

function cell(value: AdminTicket[(typeof CSV_COLUMNS)[number]]): string {
  return Array.isArray(value) ? value.join('|') : String(value ?? '');
}

/** The rows of an import. */
async function* ndjson(pages: AsyncIterable<AdminTicket[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    yield page
      .map(
        ({ entries_used: _, inside: __, erased_at: ___, ...row }) =>
          `${JSON.stringify({ ...row, works_at: row.works_at.length > 0 ? row.works_at : null })}\n`,
      )
      .join('');
  }
}

async function* readPages({ db }: AdminTicketsParts, domainId: string): AsyncGenerator<AdminTicket[]> {
  const checkpoints = await loadCheckpoints(db, domainId);
  let last: string | undefined;
  do {
    const page = await db
      .selectFrom('tickets')
      .selectAll()
      .where('domain_id', '=', domainId)
      .$if(last !== undefined, (query) => query.where('id', '>', last ?? ''))
      .orderBy('id')
      .limit(PAGE_ROWS)
      .execute();
    if (page.length > 0) yield page.map((row) => adminTicket(row, checkpoints));
    last = page.length === PAGE_ROWS ? page.at(-1)?.id : undefined;
  } while (last !== undefined);
}
