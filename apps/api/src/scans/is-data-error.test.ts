import { expect, test } from 'vitest';
import { isDataError, lostToAnother } from './is-data-error.ts';
import { AlreadyRecordedError } from './record-batch.ts';

const withCode = (code: string, error = new Error('refused')) => Object.assign(error, { code });

test.each([
  ['21000', 'two rows for one'],
  ['22P05', 'a character that no text has'],
  ['22021', 'invalid UTF-8'],
  ['23514', 'a check'],
  ['27000', 'a row that a trigger changed'],
  ['44000', 'a check option'],
  ['54000', 'a row too large for its index'],
  ['54001', 'JSON too deep'],
  ['P0001', 'raised by a trigger'],
])('%s is a fault of one scan: %s', (code) => {
  expect(isDataError(withCode(code))).toBe(true);
});

test.each([
  ['08006', 'connection lost'],
  ['25P03', 'idle in a transaction'],
  ['40P01', 'deadlock'],
  ['42P01', 'no such table'],
  ['53100', 'disk full'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['55P03', 'lock not available'],
  ['57014', 'too slow'],
  ['57P01', 'shut down'],
  ['58030', 'input or output'],
  ['XX000', 'internal error'],
  ['ECONNREFUSED', 'nobody listens'],
  ['ERR_INVALID_ARG_TYPE', 'the driver lost its socket', new TypeError('The socket is null')],
])('%s is a fault of the server: %s', (code, _what, error = new Error('refused')) => {
  expect(isDataError(withCode(code, error))).toBe(false);
});

test('an error without a code is the driver’s, unless it is one of the language', () => {
  expect(isDataError(new Error('timeout exceeded when trying to connect'))).toBe(false);
  expect(isDataError(null)).toBe(false);
  for (const error of [new TypeError(), new RangeError(), new SyntaxError(), new ReferenceError(), new URIError()]) {
    expect(isDataError(error)).toBe(true);
  }
});

test('a transaction that gave way to another may succeed the next time', () => {
  const errors = [new AlreadyRecordedError(), withCode('40001'), withCode('40P01'), withCode('23505')];
  expect(errors.map(lostToAnother)).toEqual([true, true, true, false]);
  expect(isDataError(new AlreadyRecordedError())).toBe(true);
});

test('what only looks like an SQLSTATE is none', () => {
  for (const code of ['E22021', '22021E']) expect(isDataError(withCode(code))).toBe(false);
  for (const code of ['E40P01', '40P01E']) expect(lostToAnother(withCode(code))).toBe(false);
});
