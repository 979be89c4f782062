import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createFakeAuthSession, fakeUser } from '../testing/index.ts';
import { useSession } from './index.ts';

const session = createFakeAuthSession({
  status: 'signed-in',
  user: fakeUser,
  expiresAt: 1,
  offline: false,
  warning: null,
});

function Status() {
  return useSession(session).status;
}

test('on a server a session is being restored, whoever is signed in there', () => {
  expect(renderToString(<Status />)).toBe('restoring');
});
