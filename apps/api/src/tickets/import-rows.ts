import { importRow, MAX_IMPORT_BYTES } from '@scantix/api-contract';
import * as z from 'zod/mini';
import { ApiError } from '../http/api-error.ts';
import { describeIssues } from '../http/implement.ts';
import { readChunks } from '../http/read-json.ts';
import type { TicketToImport } from './import-batch.ts';
import { type RawRow, readCsvRows } from './import-csv.ts';
import { readLines, withoutByteOrderMark } from './import-lines.ts';
import { readNdjsonRows } from './import-ndjson.ts';

/** In characters, with quotes: a barcode of 8,192 bytes in hex escapes fits. */
const MAX_ROW_LENGTH = 64 * 1024;
const COLUMNS: ReadonlySet<string> = new Set(Object.keys(importRow.shape));

/** Reads the rows of an import. @throws ApiError `invalid_request` if it is neither CSV nor NDJSON */
export function readImportRows(request: Request): AsyncIterable<RawRow> {
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

/** Parses a row. `checkpoints`: the ids of the domain's checkpoints by name. */
export function readTicket(
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
