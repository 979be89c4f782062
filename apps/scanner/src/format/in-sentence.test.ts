import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { inSentence } from './in-sentence.ts';

test.each([
  ['en', 'Already used', 'already used'],
  ['fr', 'Déjà utilisé', 'déjà utilisé'],
  ['de', 'Ticket gesperrt', 'Ticket gesperrt'],
  ['en', 'ID unknown', 'ID unknown'],
])('inside a %s sentence, %s is %s', (locale, words, expected) => {
  expect(inSentence(setupI18n({ locale, messages: { [locale]: {} } }), words)).toBe(expected);
});
