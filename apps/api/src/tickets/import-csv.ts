import { ApiError } from '../http/api-error.ts';
import type { FileColumns } from './choose-columns.ts';
import type { Line } from './import-lines.ts';

/** A row of a file before validation, or its problem. */
export type RawRow =
  | { readonly line: number; readonly value: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string };

/** How a CSV file is read. */
export interface CsvReading {
  /** Finds the columns by the header. */
  readonly columnsOf: (header: readonly string[]) => FileColumns;
  /** The most characters of a record. */
  readonly maxLength: number;
  /** @default the one of `,` `;` `|` and tab that the header line has most of */
  readonly delimiter?: string | undefined;
}

/**
 * Reads RFC 4180 with a header line. A row with wrong quotes is reported, and reading continues at the line after its
 * first, so an unclosed quote loses no valid row.
 * @throws ApiError `invalid_request` if there is no header, or its columns are not what is needed
 */
export async function* readCsvRows(lines: AsyncIterable<Line>, reading: CsvReading): AsyncGenerator<RawRow> {
  let columns: FileColumns | undefined;
  for await (const record of readRecords(lines, reading)) {
    if ('problem' in record) {
      if (!columns) throw new ApiError('invalid_request', `The header line: ${record.problem}`);
      yield record;
    } else if (columns) {
      if (!isBlank(record.cells)) yield readRow(record, columns);
    } else columns = reading.columnsOf(record.cells);
  }
  if (!columns) throw new ApiError('invalid_request', 'There is no header line');
}

/** A line that Excel writes and reads before the header. */
const SEPARATOR_LINE = /^sep=([,;|\t])$/i;

/** The delimiter that a header line has most of, outside quotes. */
function detectDelimiter(header: string): string {
  const bare = header.replace(/"[^"]*"?/g, '');
  const counts = [',', ';', '\t', '|'].map((mark) => ({ mark, count: bare.split(mark).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).mark;
}

/** A cell of more lines is an open quote. Each line of a record costs memory, also an empty one. */
const MAX_RECORD_LINES = 1_000;

type CsvRecord = { line: number; cells: string[] } | { line: number; problem: string };

async function* readRecords(
  lines: AsyncIterable<Line>,
  { maxLength, delimiter: given }: CsvReading,
): AsyncGenerator<CsvRecord> {
  let delimiter = given;
  const source = lines[Symbol.asyncIterator]();
  /** The lines of an invalid record except its first, to be read again. */
  let again: Line[] = [];
  const next = async () => again.shift() ?? (await source.next()).value;
  for (let first = await next(); first; first = await next()) {
    const line = first.number;
    if (first.text === '') continue;
    const separator = line === 1 ? SEPARATOR_LINE.exec(first.text ?? '') : null;
    if (separator) {
      delimiter ??= separator[1];
      continue;
    }
    delimiter ??= detectDelimiter(first.text ?? '');
    const used: Line[] = [];
    const record = createRecord(delimiter);
    let length = 0;
    let state: ReturnType<typeof record.add> = 'open';
    let current: Line | undefined = first;
    while (current && state === 'open') {
      if (current !== first) used.push(current);
      length += (current.text ?? '').length + current.end.length;
      const isLong = length > maxLength || used.length === MAX_RECORD_LINES;
      state = current.text === null || isLong ? 'long' : record.add(current.text, current.end);
      if (state === 'open') current = await next();
    }
    if (state === 'done') {
      yield { line, cells: record.cells };
      continue;
    }
    again = [...used, ...again];
    if (first.text === null) yield { line, problem: 'longer than 64 KiB' };
    else yield { line, problem: state === 'broken' ? 'a quote where none may be' : 'a quote that is not closed' };
  }
}

/** A record, which continues in the next line while a quote is open. */
function createRecord(delimiter: string) {
  const cells: string[] = [];
  let quoted: string | undefined;
  return {
    cells,
    add(line: string, lineEnd: string): 'open' | 'done' | 'broken' | 'long' {
      let at = 0;
      while (true) {
        if (quoted === undefined && line[at] !== '"') {
          const end = line.indexOf(delimiter, at);
          const cell = line.slice(at, end < 0 ? line.length : end);
          if (cell.includes('"')) return 'broken';
          cells.push(cell);
          if (end < 0) return 'done';
          at = end + 1;
          continue;
        }
        if (quoted === undefined) {
          quoted = '';
          at += 1;
        }
        const quote = line.indexOf('"', at);
        if (quote < 0) {
          quoted += line.slice(at) + lineEnd;
          return 'open';
        }
        quoted += line.slice(at, quote);
        at = quote + 1;
        if (line[at] === '"') {
          quoted += '"';
          at += 1;
          continue;
        }
        cells.push(quoted);
        quoted = undefined;
        if (at === line.length) return 'done';
        if (line[at] !== delimiter) return 'broken';
        at += 1;
      }
    },
  };
}

/** Whether a row is nothing but delimiters, which spreadsheets add at the end of a file. */
const isBlank = (cells: readonly string[]) => cells.length > 1 && cells.every((cell) => cell === '');

function readRow({ line, cells }: { line: number; cells: string[] }, columns: FileColumns): RawRow {
  const more = cells.slice(columns.count);
  if (cells.length < columns.needed || more.some((cell) => cell !== '')) {
    return { line, problem: `${cells.length} cells, and ${columns.count} columns` };
  }
  return { line, ...columns.read(cells) };
}
