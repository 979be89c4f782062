import { expect, test } from 'vitest';
import { LEDGER_ERROR_CODES, LedgerError } from '../model/ledger-error.ts';
import { isConnectionLost, toLedgerError } from './to-ledger-error.ts';

const failure = (name: string) => new DOMException('', name);

test.each([
  ['QuotaExceededError', 'quota'],
  ['VersionError', 'outdated'],
  ['SecurityError', 'unavailable'],
])('%s of the browser is reported as %s, with its cause', (name, code) => {
  const cause = failure(name);
  expect(toLedgerError(cause)).toMatchObject({ code, cause });
});

test('what is no error is unavailable', () => {
  expect(toLedgerError('QuotaExceededError').code).toBe('unavailable');
});

test('an error of the ledger stays as it is', () => {
  const error = new LedgerError('evicted');
  expect(toLedgerError(error)).toBe(error);
});

test.each(['InvalidStateError', 'UnknownError', 'AbortError'])('%s is a lost connection', (name) => {
  expect(isConnectionLost(failure(name))).toBe(true);
});

test.each([failure('QuotaExceededError'), 'AbortError', null])('%s is none', (cause) => {
  expect(isConnectionLost(cause)).toBe(false);
});

test('no message names an app: every app of this package shows it', () => {
  const messages = LEDGER_ERROR_CODES.map((code) => new LedgerError(code).message);
  expect(messages.join('\n')).not.toMatch(/scantix/i);
});
