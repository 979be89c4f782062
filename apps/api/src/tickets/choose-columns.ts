import { type ImportPresetName, importRow, type TicketStatus } from '@scantix/api-contract';
import { ApiError } from '../http/api-error.ts';
import { decodeUtf8 } from './import-lines.ts';
import type { ColumnMap } from './parse-column-map.ts';
import { BY_SEVERITY, type ColumnNames, type ImportPreset, type StateColumn } from './presets/import-preset.ts';
import { PRESETS } from './presets/index.ts';

/** What the columns of a file mean. */
export interface FileColumns {
  /** How many columns the header has. */
  readonly count: number;
  /** The fewest cells of a row. A spreadsheet leaves empty ones at the end out, or adds some. */
  readonly needed: number;
  /** Columns that are not read. */
  readonly ignored: readonly string[];
  /** Makes the fields of a row. */
  read(cells: readonly string[]): { readonly value: Record<string, unknown> } | { readonly problem: string };
}

export interface ColumnChoice {
  readonly preset?: ImportPresetName | undefined;
  readonly map?: ColumnMap | undefined;
  /** Of the other system, where it makes barcodes. */
  readonly key?: string | undefined;
}

const FIELDS = Object.keys(importRow.shape);

/** Reads a field from cells, in UTF-8; `undefined`: not UTF-8. */
type Reader = (cells: readonly string[]) => string | undefined;

/**
 * Finds the columns of a file by its header. A mapping goes before the preset; without both, the header has the names of the
 * fields and no others.
 * @throws ApiError `invalid_request` if a column is missing, doubled or unknown
 */
export function chooseColumns(header: readonly string[], choice: ColumnChoice): FileColumns {
  const decoded = header.map((cell) => decodeUtf8(cell)?.trim() ?? '');
  const names = decoded.map((name) => name.toLowerCase());
  const used = new Set<number>();
  /** The place of a column in a row; -1: there is none. Of columns with one name the first counts. */
  const find = (column: ColumnNames) => names.findIndex((name) => column.includes(name));
  const reader = (columns: readonly ColumnNames[]): Reader | undefined => {
    const places = columns.map(find);
    if (places.includes(-1)) return undefined;
    for (const place of places) used.add(place);
    return (cells) => joined(places.map((place) => decodeUtf8(cells[place] ?? '')));
  };
  const missing = (what: string) =>
    new ApiError('invalid_request', `There is no column ${what}. The file has: ${shorten(decoded)}`);

  const preset = choice.preset && PRESETS[choice.preset];
  const readers = new Map<string, Reader>();
  for (const [field, column] of choice.map ?? []) {
    const found = reader([[column.toLowerCase()]]);
    if (!found) throw missing(`"${column}"`);
    readers.set(field, found);
  }
  if (!preset && !choice.map) takeOwnNames(names, readers, reader);
  if (preset) {
    takeCode(preset, choice.key, readers, reader, missing);
    for (const [field, ways] of Object.entries(preset.fields)) {
      for (const way of ways) {
        const found = readers.has(field) ? undefined : reader(way);
        if (found) readers.set(field, found);
      }
    }
  }
  if (!readers.has('barcode')) throw missing(`for the barcode${preset ? `: ${preset.howToExport}` : ''}`);
  const states = (readers.has('status') ? [] : (preset?.states ?? [])).flatMap(({ column, values }) => {
    const found = reader([column]);
    return found ? [{ name: column[0] ?? '', values, read: found }] : [];
  });
  if (preset?.needsState && states.length === 0 && !readers.has('status')) {
    throw missing(`that tells what is paid or cancelled: ${preset.howToExport}`);
  }
  return {
    count: header.length,
    needed: preset || choice.map ? Math.max(...used) + 1 : header.length,
    ignored: decoded.filter((_, place) => !used.has(place)),
    read: (cells) => readFields(cells, readers, states, preset !== undefined),
  };
}

/** @throws ApiError `invalid_request` */
function takeOwnNames(
  names: readonly string[],
  readers: Map<string, Reader>,
  reader: (columns: readonly ColumnNames[]) => Reader | undefined,
): void {
  const known = names.every((name) => FIELDS.includes(name)) && new Set(names).size === names.length;
  if (!known || !names.includes('barcode')) {
    throw new ApiError(
      'invalid_request',
      `The header line must have barcode, and each of these once at most: ${FIELDS.join(',')}. For the file of another system give a preset or a mapping`,
    );
  }
  for (const name of names) {
    const found = reader([[name]]);
    if (found) readers.set(name, found);
  }
}

/** @throws ApiError `invalid_request` if there is no key */
function takeCode(
  { code, howToExport }: ImportPreset,
  key: string | undefined,
  readers: Map<string, Reader>,
  reader: (columns: readonly ColumnNames[]) => Reader | undefined,
  missing: (what: string) => ApiError,
): void {
  if (!code || readers.has('barcode')) return;
  if (!key) throw new ApiError('invalid_request', `${code.reason}: give its key, or map the column of the barcode`);
  const parts = code.columns.map((column) => {
    const found = reader([column]);
    if (!found) throw missing(`"${column[0]}": ${howToExport}`);
    return found;
  });
  readers.set('barcode', (cells) => {
    const values = parts.map((read) => read(cells));
    return values.includes(undefined) ? undefined : code.make(values as string[], key);
  });
}

function readFields(
  cells: readonly string[],
  readers: ReadonlyMap<string, Reader>,
  states: readonly { name: string; values: StateColumn['values']; read: Reader }[],
  trims: boolean,
) {
  const value: Record<string, unknown> = {};
  for (const [field, read] of readers) {
    const raw = read(cells);
    if (raw === undefined) return { problem: `${field}: not UTF-8` };
    const text = trims ? raw.trim() : raw;
    value[field] = text === '' ? null : text;
    if (field === 'entries_allowed' && /^\d{1,9}$/.test(text)) value[field] = Number(text);
  }
  let worst: TicketStatus = 'valid';
  for (const { name, values, read } of states) {
    // What is not UTF-8 is no empty cell, and the names of every object are no states.
    const state = read(cells)?.trim().toLowerCase() ?? '\ufffd';
    const status = Object.hasOwn(values, state) && values[state];
    if (!status) return { problem: `${name}: an unknown state` };
    if (BY_SEVERITY.indexOf(status) > BY_SEVERITY.indexOf(worst)) worst = status;
  }
  if (states.length > 0) value.status = worst;
  return { value };
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  if (parts.length === 1) return parts[0];
  return parts.includes(undefined)
    ? undefined
    : parts
        .map((part) => part?.trim())
        .filter(Boolean)
        .join(' ');
}

/** The names of columns for a message. */
function shorten(names: readonly string[]): string {
  const list = names
    .slice(0, 40)
    .map((name) => [...name].slice(0, 40).join(''))
    .join(', ');
  return names.length > 40 ? `${list} and ${names.length - 40} more` : list;
}
