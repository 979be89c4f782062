import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRow, EMPTY_SUM, formatDigest, subtractRow } from './snapshot-sum.ts';

const anyRow = fc.record({
  key: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  change: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
});
const anyRows = fc.array(anyRow, { maxLength: 50 });

test('the sum of rows does not depend on their order', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      expect(rows.toReversed().reduce(addRow, EMPTY_SUM)).toEqual(rows.reduce(addRow, EMPTY_SUM));
    }),
  );
});

test('a row that was added and taken out again leaves nothing', () => {
  fc.assert(
    fc.property(anyRows, anyRow, (rows, row) => {
      const sum = rows.reduce(addRow, EMPTY_SUM);
      expect(subtractRow(addRow(sum, row), row)).toEqual(sum);
    }),
  );
});

test('a row that is old, lost or doubled changes the digest', () => {
  fc.assert(
    fc.property(anyRows, anyRow, (rows, row) => {
      // Change numbers 2^24 apart, or a key that begins with zeros, have odds of one in millions.
      const sum = rows.reduce(addRow, EMPTY_SUM);
      fc.pre(!row.key.startsWith('AAAA'));
      const right = formatDigest(addRow(sum, row));
      expect(formatDigest(addRow(sum, { ...row, change: row.change + 1 }))).not.toBe(right);
      expect(formatDigest(sum)).not.toBe(right);
      expect(formatDigest(addRow(addRow(sum, row), row))).not.toBe(right);
    }),
  );
});

test('the digest is what its formula says', () => {
  const key = Buffer.from([1, 2, 3, 4, 5, 6, ...Array<number>(26).fill(0)]).toString('base64');
  const sum = addRow(EMPTY_SUM, { key, change: 2 ** 24 + 2 });
  expect(sum.count).toBe(1);
  expect(formatDigest(sum)).toBe('010203040506' + '000000020406');
});
