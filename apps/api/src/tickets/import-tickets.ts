import { createHash } from 'node:crypto';
import {
  type ImportReport,
  importRow,
  importTickets,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ERRORS,
  MAX_IMPORT_ROWS,
} from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { describeIssues, implementClerkCall } from '../http/implement.ts';
import { readChunks } from '../http/read-json.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import { importBatch, type TicketToImport } from './import-batch.ts';
import { type RawRow, readCsvRows } from './import-csv.ts';
import { readLines, withoutByteOrderMark } from './import-lines.ts';
import { readNdjsonRows } from './import-ndjson.ts';

/** A row, its quotes and all: a barcode of 8,192 bytes in hex escapes fits. */
const MAX_ROW_LENGTH = 64 * 1024;
/** Rows of one transaction: scans of the domain wait for it. */
const BATCH_ROWS = 500;
const COLUMNS: ReadonlySet<string> = new Set(Object.keys(importRow.shape));

/** POST /tickets/v0/import: a batch at a time, so that memory is one batch's and a fingerprint of each barcode. */
export function mountTicketImport(
  app: Hono<AppEnv>,
  {
    db,
    clock,
    newId,
    requireSession,
  }: { db: Database; clock: Clock; newId: () => string; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, importTickets, { requireSession }, async ({ clerk: { domainId }, context }) => {
    const rows = readRows(context.req.raw);
    const report: ImportReport = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, errors: [] };
    const reject = (line: number, message: string) => {
      report.rejected += 1;
      if (report.errors.length < MAX_IMPORT_ERRORS) report.errors.push({ line, message });
    };
    const checkpoints = new Map([...(await loadCheckpoints(db, domainId)).values()].map(({ id, name }) => [name, id]));
    const isFirst = createBarcodeMemory();
    let batch: TicketToImport[] = [];
    const write = async () => {
      const { created, changed, unchanged } = await importBatch({ db, clock, newId, domainId }, batch);
      report.created += created;
      report.changed += changed;
      report.unchanged += unchanged;
      batch = [];
    };
    for await (const raw of rows) {
      report.read += 1;
      if (report.read > MAX_IMPORT_ROWS) throw new ApiError('too_large', `More than ${MAX_IMPORT_ROWS} rows`);
      const row = readTicket(raw, checkpoints);
      if ('problem' in row) reject(raw.line, row.problem);
      else if (!isFirst(row.ticket.barcode)) reject(raw.line, 'barcode: stands in an earlier row');
      else batch.push(row.ticket);
      if (batch.length === BATCH_ROWS) await write();
    }
    if (batch.length > 0) await write();
    return report;
  });
}

/** @throws ApiError `invalid_request` where it is neither CSV nor NDJSON */
function readRows(request: Request): AsyncIterable<RawRow> {
  const [type] = (request.headers.get('Content-Type') ?? '').split(';');
  const lines = () =>
    withoutByteOrderMark(readLines(readChunks(request, { maxBytes: MAX_IMPORT_BYTES }), { maxLength: MAX_ROW_LENGTH }));
  switch (type?.trim().toLowerCase()) {
    case 'text/csv':
      return readCsvRows(lines(), { columns: COLUMNS, maxLength: MAX_ROW_LENGTH });
    case 'application/x-ndjson':
      return readNdjsonRows(lines());
    default:
      throw new ApiError('invalid_request', 'The body must be text/csv or application/x-ndjson');
  }
}

function readTicket(
  raw: RawRow,
  checkpoints: ReadonlyMap<string, string>,
): { readonly ticket: TicketToImport } | { readonly problem: string } {
  if ('problem' in raw) return raw;
  const { works_at } = raw.value;
  const value = typeof works_at === 'string' ? { ...raw.value, works_at: works_at.split('|') } : raw.value;
  const { success, data, error } = z.safeParse(importRow, value);
  if (!success) return { problem: describeIssues(error) };
  if (!data.works_at) return { ticket: data };
  const ids = data.works_at.flatMap((name) => checkpoints.get(name.trim()) ?? []);
  if (ids.length < data.works_at.length) return { problem: 'works_at: a name that is no checkpoint of this domain' };
  return { ticket: { ...data, works_at: ids } };
}

/** Says of each barcode whether it is new. Eight bytes of its hash: among a million, two alike are one in 37 million. */
function createBarcodeMemory(): (barcode: string) => boolean {
  const seen = new Set<bigint>();
  return (barcode) => {
    const size = seen.size;
    return seen.add(createHash('sha256').update(barcode).digest().readBigUInt64BE()).size > size;
  };
}
