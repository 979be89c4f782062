import { expect, test } from 'vitest';
import type { RawRow } from './import-csv.ts';
import { readImportRows } from './import-rows.ts';

/** Reads a file of the columns `barcode` and `note` that comes in pieces of so many bytes. */
async function read(text: string, pieceLength: number): Promise<RawRow[]> {
  async function* chunks() {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += pieceLength) yield bytes.subarray(at, at + pieceLength);
  }
  const rows: RawRow[] = [];
  for await (const row of readImportRows({ format: 'csv', chunks: chunks(), columns: {} }, () => {})) rows.push(row);
  return rows;
}

const row = (line: number, barcode: string, note: string) => ({ line, value: { barcode, note } });

test.each([1, 3, 1_000])('lines end with CR, LF or both, also between pieces of %i bytes', async (pieceLength) => {
  const rows = [row(2, 'A-1', 'x'), row(3, 'A-2', 'y')];
  for (const end of ['\r', '\n', '\r\n']) {
    const lines = ['barcode,note', 'A-1,x', 'A-2,y'];
    expect(await read(lines.join(end), pieceLength)).toEqual(rows);
    expect(await read(lines.join(end) + end, pieceLength)).toEqual(rows);
  }
  expect(await read('barcode,note\nA-1,"a\rb\r\nc\nd"\n', pieceLength)).toEqual([row(2, 'A-1', 'a\rb\r\nc\nd')]);
});
