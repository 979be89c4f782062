import { expect, test } from 'vitest';
import { chooseColumns } from './choose-columns.ts';
import { type RawRow, readCsvRows } from './import-csv.ts';
import type { Line } from './import-lines.ts';

const MAX_LENGTH = 64 * 1024;

/** Reads rows of a file with the column `barcode`, and counts the lines that were read for each. */
async function readAll(body: Iterable<string>) {
  let pulled = 0;
  async function* lines(): AsyncGenerator<Line> {
    for (const text of ['barcode', ...body]) {
      pulled += 1;
      yield { number: pulled, text, end: '\n' };
    }
  }
  const rows: { row: RawRow; pulled: number }[] = [];
  for await (const row of readCsvRows(lines(), {
    columnsOf: (header) => chooseColumns(header, {}),
    maxLength: MAX_LENGTH,
  })) {
    rows.push({ row, pulled });
  }
  return rows;
}

test('an open quote before nothing but line ends is given up early, and rows after it are read', async () => {
  const [first, second, ...others] = await readAll(['"open', ...Array<string>(50_000).fill(''), 'GOOD']);
  expect(first?.row).toEqual({ line: 2, problem: 'a quote that is not closed' });
  expect(first?.pulled).toBeLessThan(1_100);
  expect([second?.row, others]).toEqual([{ line: 50_003, value: { barcode: 'GOOD' } }, []]);
});

test('line ends within a cell count for the length of its record', async () => {
  const [first] = await readAll([`"${'x'.repeat(MAX_LENGTH - 600)}`, ...Array<string>(2_000).fill('')]);
  expect(first?.pulled).toBeLessThan(700);
});

test('a cell of a thousand lines is read', async () => {
  const [first] = await readAll(['"a', ...Array<string>(998).fill(''), 'b"']);
  expect(first?.row).toMatchObject({ value: { barcode: `a${'\n'.repeat(999)}b` } });
});

test('rows without any cell, and empty cells behind the last column, are what a spreadsheet adds', async () => {
  async function* lines(): AsyncGenerator<Line> {
    const texts = ['Code;Who', 'A;Ada', 'B;Bo;;', 'C;Cy;x', ';', ';;;;'];
    yield* texts.map((text, index) => ({ number: index + 1, text, end: '\n' as const }));
  }
  const map = new Map([
    ['barcode', 'Code'],
    ['holder', 'Who'],
  ] as const);
  const rows: RawRow[] = [];
  const reading = { columnsOf: (header: readonly string[]) => chooseColumns(header, { map }), maxLength: MAX_LENGTH };
  for await (const row of readCsvRows(lines(), reading)) rows.push(row);
  expect(rows).toEqual([
    { line: 2, value: { barcode: 'A', holder: 'Ada' } },
    { line: 3, value: { barcode: 'B', holder: 'Bo' } },
    { line: 4, problem: '3 cells, and 2 columns' },
  ]);
});
