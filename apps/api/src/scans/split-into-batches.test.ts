import type { Scan } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import type { ScanInContext } from './found-scan.ts';
import { splitIntoBatches } from './split-into-batches.ts';

const scan = (id: string, barcode = `code of ${id}`) => ({ scan: { id, barcode } as Scan }) as ScanInContext;
const split = (...scans: ScanInContext[]) => splitIntoBatches(scans).map((batch) => batch.map((one) => one.scan.id));

test('scans of different tickets share a batch, in their order', () => {
  expect(split(scan('b'), scan('a'), scan('c'))).toEqual([['b', 'a', 'c']]);
});

test('a scan of a ticket that its batch has begins the next one', () => {
  expect(split(scan('a', 'X'), scan('b'), scan('c', 'X'), scan('d', 'X'), scan('e'))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d', 'e'],
  ]);
});

test('a scan of an id that its batch has begins the next one', () => {
  expect(split(scan('a', 'X'), scan('a', 'Y'), scan('b'))).toEqual([['a'], ['a', 'b']]);
});

test('an id that equals the barcode of another is no repeat', () => {
  expect(split(scan('a', 'b'), scan('b', 'a'))).toEqual([['a', 'b']]);
});

test('a batch has at most 50 scans', () => {
  const scans = Array.from({ length: 101 }, (_, index) => scan(`${index}`));
  expect(split(...scans).map(({ length }) => length)).toEqual([50, 50, 1]);
});

test('no scans make no batch', () => {
  expect(split()).toEqual([]);
});
