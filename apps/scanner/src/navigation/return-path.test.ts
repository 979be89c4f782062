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

test.each(['/', '/reports', '/scan-result/4F7K'])(
  'the view %s of a session that has ended opens for its user',
  (path) => {
    const state = writeReturnPath(path, { userId: 'ada', view: 'own' });
    expect(readReturnPath(state, 'ada')).toBe(path);
    expect(readReturnPath(state, 'bob')).toBe('/');
    expect(readReturnPath(state, undefined)).toBe('/');
  },
);

test.each(['/scan-result/4F7K', '/results?search=4F7K', '/no/such/path'])(
  'what %s, asked for since, has beyond the name of a view is for the user who was signed in last',
  (path) => {
    const state = writeReturnPath(path, { userId: 'ada', view: 'asked' });
    expect(readReturnPath(state, 'ada')).toBe(path);
    expect(readReturnPath(state, 'bob')).toBe('/');
    const nobody = writeReturnPath(path, { userId: undefined, view: 'asked' });
    expect(readReturnPath(nobody, 'bob')).toBe(path);
  },
);

test.each(['/', '/reports', '/settings'])('the view %s, asked for since, opens for whoever signs in', (path) => {
  expect(readReturnPath(writeReturnPath(path, { userId: 'ada', view: 'asked' }), 'bob')).toBe(path);
});

test('the view that a sign-out leaves opens for nobody', () => {
  expect(readReturnPath(writeReturnPath('/results', { userId: 'ada', view: 'left' }), 'ada')).toBe('/');
});

test('a state whose user is no text (another build) opens the path of a visitor', () => {
  expect(readReturnPath({ from: '/results', userId: 7 }, 'ada')).toBe('/results');
});
