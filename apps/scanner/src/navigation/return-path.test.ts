import { expect, test } from 'vitest';
import { readReturnPath } from './return-path.ts';

test('a signed-out visitor comes back to the path they asked for', () => {
  expect(readReturnPath({ from: '/results?search=a%2Fb' })).toBe('/results?search=a%2Fb');
});

test.each([undefined, null, 'x', {}, { from: 7 }])('without a path (%j) signing in leads Home', (state) => {
  expect(readReturnPath(state)).toBe('/');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'an address of another origin (%s) is not followed',
  (from) => {
    expect(readReturnPath({ from })).toBe('/');
  },
);
