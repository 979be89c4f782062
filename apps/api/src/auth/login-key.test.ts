import { expect, test } from 'vitest';
import { foldLogin } from './login-key.ts';

test.each([
  [' Ada ', 'ada'],
  ['ＡＤＡ', 'ada'],
  ['STRASSE', 'strasse'],
  ['straße', 'straße'],
])('"%s" is kept as "%s": stored names depend on it', (login, key) => {
  expect(foldLogin(login)).toBe(key);
});
