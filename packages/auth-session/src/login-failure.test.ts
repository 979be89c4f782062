import { expect, test } from 'vitest';
import { chooseLoginMessage } from './login-failure.ts';

const INVALID = 'Invalid username or password. Please try again.';
const SERVER = 'Server error. Please try again later or contact support.';

test.each([
  ['401 Unauthorized', INVALID],
  ['INVALID CREDENTIALS given', INVALID],
  ['Authentication failed', INVALID],
  ['Network request broke', 'Network error. Please try again.'],
  ['Failed to fetch', 'Network error. Please try again.'],
  ['Connection Timeout', 'The request timed out. Please try again.'],
  ['Internal Server Error', SERVER],
  ['status 500', SERVER],
  ['The account is locked', 'The account is locked'],
])('"%s" is shown as "%s"', (text, message) => {
  expect(chooseLoginMessage(text).message).toBe(message);
});
