import { setupI18n } from '@lingui/core';
import { type ApiFailure, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expect, test } from 'vitest';
import { failureWords } from './failure-words.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const refused = (code: 'not_found' | 'invalid_request', message = ''): ApiFailure => ({
  ...{ kind: 'refused', status: 400, code, message, answer: NO_ANSWER_HEADERS },
});

test.each<[string, ApiFailure, string]>([
  ['no network', { kind: 'unreachable', cause: null }, 'The server cannot be reached.'],
  ["a portal's page", { kind: 'unreachable', status: 200, cause: null }, 'The server did not answer as it should.'],
  ['a record that is gone', refused('not_found', 'Unknown conflict'), 'The server no longer has this.'],
  ['anything else', refused('invalid_request', 'No such thing'), 'No such thing'],
])('%s has its own words', (_, failure, words) => {
  expect(failureWords(i18n, failure)).toBe(words);
});
