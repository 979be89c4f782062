import { importRow } from '@scantix/api-contract';
import { ApiError } from '../http/api-error.ts';

/** A field of an import and the column that it is read from. */
export type ColumnMap = ReadonlyMap<string, string>;

const FIELDS = Object.keys(importRow.shape);
/** `field=Column`, with the column in quotes if it has a comma; a quote within is doubled. No two parts may take the same spaces. */
const PAIR = /\s*(\w+)\s*=(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;

/**
 * Parses `barcode=Code,holder="Name, first"`.
 * @throws ApiError `invalid_request` if it is not of that form, or names a field twice or one that does not exist
 */
export function parseColumnMap(text: string): ColumnMap {
  const map = new Map<string, string>();
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < text.length || map.size === 0) {
    const [, field, quoted, plain = '', end] = PAIR.exec(text) ?? [];
    const column = quoted?.replaceAll('""', '"') ?? plain.trim();
    if (!field || !column)
      throw new ApiError('invalid_request', 'The mapping must be field=Column,field="Column, too"');
    if (!FIELDS.includes(field) || map.has(field)) {
      throw new ApiError('invalid_request', `The mapping may name each of these once: ${FIELDS.join(', ')}`);
    }
    map.set(field, column);
    if (end === '') break;
  }
  return map;
}
