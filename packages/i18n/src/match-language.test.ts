import { expect, test } from 'vitest';
import { matchLanguage } from './index.ts';

const available = ['en', 'de'] as const;

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-BR', 'EN-GB'], 'en'],
  [['pt-BR', 'constructor', ''], undefined],
  [[], undefined],
])('of %j the first available language is %s', (preferred, expected) => {
  expect(matchLanguage(available, preferred)).toBe(expected);
});
