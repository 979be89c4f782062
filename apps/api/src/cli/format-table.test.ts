import { expect, test } from 'vitest';
import { formatTable } from './format-table.ts';

test('columns are as wide as their widest cell, in signs', () => {
  expect(
    formatTable(
      ['name', 'scans'],
      [
        ['e\u0301\u2003🎫', 1],
        [null, 12],
      ],
    ),
  ).toBe('name  scans\ne\u0301\u2003🎫   1\n      12\n');
});

test('a table has any number of rows', () => {
  const rows = Array.from({ length: 200_000 }, (_, row) => [row]);
  expect(formatTable(['row'], rows).split('\n')).toHaveLength(200_002);
});
