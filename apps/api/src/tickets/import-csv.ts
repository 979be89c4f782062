import { ApiError } from '../http/api-error.ts';
import { decodeUtf8, type Line } from './import-lines.ts';

/** A row of a file before validation, or its problem. */
export type RawRow =
  | { readonly line: number; readonly value: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string };

/**
 * Reads RFC 4180 with a header line. A row with wrong quotes is reported, and reading continues at the line after its
 * first, so an unclosed quote loses no valid row.
 * @throws ApiError `invalid_request` if the header has no barcode or an unknown column
 */
export async function* readCsvRows(
  lines: AsyncIterable<Line>,
  { columns, maxLength }: { columns: ReadonlySet<string>; maxLength: number },
): AsyncGenerator<RawRow> {
  let header: string[] | undefined;
  for await (const record of readRecords(lines, maxLength)) {
    if ('problem' in record) {
      if (!header) throw new ApiError('invalid_request', `The header line: ${record.problem}`);
      yield record;
      continue;
    }
    if (!header) {
      header = readHeader(record.cells, columns);
      continue;
    }
    yield readRow(record, header);
  }
  if (!header) throw new ApiError('invalid_request', 'There is no header line');
}

/** A cell of more lines is an open quote. Each line of a record costs memory, also an empty one. */
const MAX_RECORD_LINES = 1_000;

type CsvRecord = { line: number; cells: string[] } | { line: number; problem: string };

async function* readRecords(lines: AsyncIterable<Line>, maxLength: number): AsyncGenerator<CsvRecord> {
  const source = lines[Symbol.asyncIterator]();
  /** The lines of an invalid record except its first, to be read again. */
  let again: Line[] = [];
  const next = async () => again.shift() ?? (await source.next()).value;
  for (let first = await next(); first; first = await next()) {
    const line = first.number;
    if (first.text === '') continue;
    const used: Line[] = [];
    const record = createRecord();
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
function createRecord() {
  const cells: string[] = [];
  let quoted: string | undefined;
  return {
    cells,
    add(line: string, end: string): 'open' | 'done' | 'broken' | 'long' {
      let at = 0;
      while (true) {
        if (quoted === undefined && line[at] !== '"') {
          const comma = line.indexOf(',', at);
          const cell = line.slice(at, comma < 0 ? line.length : comma);
          if (cell.includes('"')) return 'broken';
          cells.push(cell);
          if (comma < 0) return 'done';
          at = comma + 1;
          continue;
        }
        if (quoted === undefined) {
          quoted = '';
          at += 1;
        }
        const quote = line.indexOf('"', at);
        if (quote < 0) {
          quoted += line.slice(at) + end;
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
        if (line[at] !== ',') return 'broken';
        at += 1;
      }
    },
  };
}

function readHeader(cells: readonly string[], columns: ReadonlySet<string>): string[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const known = names.every((name) => columns.has(name)) && new Set(names).size === names.length;
  if (known && names.includes('barcode')) return names;
  const allowed = [...columns].join(',');
  throw new ApiError(
    'invalid_request',
    `The header line must have barcode, and each of these once at most: ${allowed}`,
  );
}

function readRow({ line, cells }: { line: number; cells: string[] }, header: readonly string[]): RawRow {
  if (cells.length !== header.length) return { line, problem: `${cells.length} cells, and ${header.length} columns` };
  const value: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const text = decodeUtf8(cells[index] ?? '');
    if (text === undefined) return { line, problem: `${name}: not UTF-8` };
    value[name] = text === '' ? null : text;
    if (name === 'entries_allowed' && /^\d{1,9}$/.test(text)) value[name] = Number(text);
  }
  return { line, value };
}
