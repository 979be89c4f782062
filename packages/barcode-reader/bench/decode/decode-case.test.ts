import { expect, test } from 'vitest';
import { sameText } from './decode-case.ts';

test.each([
  ['a text', 'TICKET-1', 'TICKET-1'],
  ['a UPC-A and the EAN-13 of the same bars', '036000291452', '0036000291452'],
  ['a UPC-E and the UPC-A it is short for', '0036000291452', '036000291452'],
  ['a UPC-E in 8 digits and in 13', '01234565', '0012345000065'],
  ['control characters, written out or not', '01\u001d21', '01<GS>21'],
  ['element strings with and without brackets', '(01)09501101530003', '0109501101530003'],
])('%s is the same text', (_name, expected, read) => {
  expect(sameText(expected, read)).toBe(true);
});

test.each([
  ['another text', 'TICKET-1', 'TICKET-2'],
  ['a part of it', '25831452796369', '258314'],
  ['another retail code', '9780804816632', '9784872348880'],
  ['nothing', 'TICKET-1', ''],
])('%s is not', (_name, expected, read) => {
  expect(sameText(expected, read)).toBe(false);
});
