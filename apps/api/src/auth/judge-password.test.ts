import { expect, test } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { judgePassword } from './judge-password.ts';

const login = 'north.pier@example.com';

test.each([
  ['', 'too_short'],
  ['nine char', 'too_short'],
  ['🙂🙂🙂🙂🙂🙂🙂🙂🙂', 'too_short'],
  [login, 'login_name'],
  [' NORTH.pier@Example.com', 'login_name'],
  ['the current one', 'unchanged'],
  ['aaaaaaaaaaaa', 'common'],
  ['ababababab', 'common'],
  ['abcabcabca', null],
  ['1234567890', 'common'],
  ['9876543210', 'common'],
  ['QwertyUiop', 'common'],
  ['Password123', 'common'],
  ['scantix2026', 'common'],
  ['ten letters', null],
  ['correct horse battery staple', null],
  ['only lower case', null],
])('"%s" is %s', (password, refusal) => {
  expect(judgePassword(password, { login, current: 'the current one' })).toBe(refusal);
});

test('a password that is typed with other accents is the same', () => {
  expect(judgePassword('cafe\u0301 au lait', { login, current: 'caf\u00e9 au lait' })).toBe('unchanged');
});

test('each password of the list is refused for standing there, in capitals too', () => {
  const refusals = [...COMMON_PASSWORDS].flatMap((password) => [
    [password, judgePassword(password, { login })],
    [password, judgePassword(password.toUpperCase(), { login })],
  ]);
  expect(refusals.filter(([, refusal]) => refusal !== 'common')).toEqual([]);
});
