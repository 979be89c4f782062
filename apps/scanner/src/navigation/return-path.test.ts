import { expect, test } from 'vitest';
import { readReturnPath, writeReturnPath } from './return-path.ts';

test('after signing in, the requested path opens', () => {
  expect(readReturnPath({ from: '/results?search=a%2Fb' }, 'ada')).toBe('/results?search=a%2Fb');
});

test.each([undefined, null, 'x', {}, { from: 7 }])('without a path (%j), signing in opens Home', (state) => {
  expect(readReturnPath(state, 'ada')).toBe('/');
});

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'an address of another origin (%s) is ignored',
  (from) => {
    expect(readReturnPath({ from }, 'ada')).toBe('/');
  },
);

test('after a session that has ended, the path opens for the same user only', () => {
  const state = writeReturnPath('/scan-result/4F7K', { userId: 'ada' });
  expect(readReturnPath(state, 'ada')).toBe('/scan-result/4F7K');
  expect(readReturnPath(state, 'bob')).toBe('/');
  expect(readReturnPath(state, undefined)).toBe('/');
});

test('the path that a visitor asked for opens for whoever signs in; after a sign-out there is none', () => {
  expect(readReturnPath(writeReturnPath('/results', { userId: undefined }), 'bob')).toBe('/results');
  expect(readReturnPath(writeReturnPath('/results', null), 'ada')).toBe('/');
});

test('a state whose user is no text (another build) opens the path of a visitor', () => {
  expect(readReturnPath({ from: '/results', userId: 7 }, 'ada')).toBe('/results');
});
