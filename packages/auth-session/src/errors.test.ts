import { expect, test } from 'vitest';
import { AuthSessionError } from './index.ts';

test('an error of another copy of this package is recognised', () => {
  const other = Object.assign(new Error('no'), { name: 'AuthSessionError', code: 'unreachable' });
  expect(AuthSessionError.isInstance(other)).toBe(true);
  expect(AuthSessionError.isInstance(new AuthSessionError('unreachable', 'no'))).toBe(true);
});

test.each([
  ['another error', new Error('no')],
  ['another error with a code', Object.assign(new Error('no'), { code: 'ENOENT' })],
  ['an error of this name without a code', Object.assign(new Error('no'), { name: 'AuthSessionError' })],
  ['no error', { name: 'AuthSessionError', code: 'unreachable' }],
  ['nothing', null],
])('%s is none', (_name, value) => {
  expect(AuthSessionError.isInstance(value)).toBe(false);
});
