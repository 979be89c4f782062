import { importRow } from '@scantix/api-contract';
import * as z from 'zod/mini';
import { ApiError } from '../http/api-error.ts';
import { describeIssues } from '../http/implement.ts';
import { type ColumnChoice, chooseColumns } from './choose-columns.ts';
import type { TicketToImport } from './import-batch.ts';
import { type RawRow, readCsvRows } from './import-csv.ts';
import { readLines } from './import-lines.ts';
import { readNdjsonRows } from './import-ndjson.ts';
import { readText } from './import-text.ts';
import { type LocalTimes, readLocalTime } from './read-local-time.ts';

/** In characters, with quotes: a barcode of 8,192 bytes in hex escapes fits. */
const MAX_ROW_LENGTH = 64 * 1024;

/** A file of tickets. */
export interface TicketFile {
  readonly format: 'csv' | 'ndjson';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly columns: ColumnChoice;
  readonly delimiter?: string | undefined;
}

/**
 * Reads the rows of an import.
 * @param onIgnored called with the columns that are not read
 * @throws ApiError `invalid_request` if the file is no text, or its columns are not what is needed
 */
export function readImportRows(
  { format, chunks, columns, delimiter }: TicketFile,
  onIgnored: (columns: readonly string[]) => void,
): AsyncIterable<RawRow> {
  const lines = readLines(readText(chunks), { maxLength: MAX_ROW_LENGTH });
  if (format === 'csv') {
    const columnsOf = (header: readonly string[]) => {
      const chosen = chooseColumns(header, columns);
      onIgnored(chosen.ignored);
      return chosen;
    };
    return readCsvRows(lines, { columnsOf, maxLength: MAX_ROW_LENGTH, delimiter });
  }
  if (columns.preset || columns.map) throw new ApiError('invalid_request', 'Presets and mappings are for CSV');
  return readNdjsonRows(lines);
}

/** What the values of rows refer to. */
export interface RowContext {
  /** The ids of the domain's checkpoints by name. */
  readonly checkpoints: ReadonlyMap<string, string>;
  readonly times: LocalTimes;
}

/** Parses a row. */
export function readTicket(
  raw: RawRow,
  { checkpoints, times }: RowContext,
): { readonly ticket: TicketToImport } | { readonly problem: string } {
  if ('problem' in raw) return raw;
  const value: Record<string, unknown> = { ...raw.value };
  if (typeof value.works_at === 'string') value.works_at = value.works_at.split('|');
  for (const field of ['valid_from', 'valid_until']) {
    const given = value[field];
    if (typeof given !== 'string') continue;
    const time = readLocalTime(given, times, { isEnd: field === 'valid_until' });
    if ('problem' in time) return { problem: `${field}: ${time.problem}` };
    value[field] = time.at;
  }
  const { success, data, error } = z.safeParse(importRow, value);
  if (!success) return { problem: describeIssues(error) };
  if (!data.works_at) return { ticket: data };
  // Names are stored in NFC.
  const ids = data.works_at.flatMap((name) => checkpoints.get(name.trim().normalize('NFC')) ?? []);
  if (ids.length < data.works_at.length) return { problem: 'works_at: a name that is no checkpoint of this domain' };
  return { ticket: { ...data, works_at: ids } };
}
