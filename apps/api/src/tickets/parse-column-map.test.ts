import { expect, test } from 'vitest';
import { parseColumnMap } from './parse-column-map.ts';

test('a mapping names columns with and without quotes, and with spaces around', () => {
  const map = parseColumnMap(' barcode = My code , holder =  "Name, ""first""" ,type=Kind');
  expect([...map]).toEqual([
    ['barcode', 'My code'],
    ['holder', 'Name, "first"'],
    ['type', 'Kind'],
  ]);
});

test('a mapping of many spaces is refused without a stop of the server', () => {
  expect(() => parseColumnMap(`barcode=${' '.repeat(20_000)}"`)).toThrow('The mapping must be');
});
