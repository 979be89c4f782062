import { expect, test } from 'vitest';
import { readReturnPath } from './return-path.ts';

test('after signing in, the requested path opens', () => {
  expect(readReturnPath({ from: '/results?search=a%2Fb' })).toBe('/results?search=a%2Fb');
});

test.each([undefined, null, 'x', {}, { from: 7 }])('without a path (%j), signing in opens Home', (state) => {
  expect(readReturnPath(state)).toBe('/');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'an address of another origin (%s) is ignored',
  (from) => {
    expect(readReturnPath({ from })).toBe('/');
  },
);
