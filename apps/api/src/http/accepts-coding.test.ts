import { expect, test } from 'vitest';
import { acceptsCoding } from './accepts-coding.ts';

test.each([
  ['gzip', true],
  ['br, GZIP ; Q=0.5', true],
  ['*', true],
  ['identity, *;q=0.1', true],
  [undefined, false],
  ['', false],
  ['br', false],
  ['x-gzip', false],
  ['gzip;q=0', false],
  ['gzip; q=0.000', false],
  ['*, gzip;q=0', false],
  ['*;q=0', false],
  ['identity;q=1, *; q=0', false],
])('Accept-Encoding: %s takes gzip: %s', (header, accepted) => {
  expect(acceptsCoding('gzip', header)).toBe(accepted);
});
