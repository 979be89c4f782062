import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useIsSessionValid, useSession, useSessionUser } from '../hooks/index.ts';
import { createFakeAuthSession } from '../testing/index.ts';
import { SignInForm } from './index.ts';

const session = createFakeAuthSession({ status: 'signed-out', error: null });

function Gate() {
  return JSON.stringify([useSession(session).status, useSessionUser(session), useIsSessionValid(session)]);
}

test('on a server nobody is signed in, nobody is signed out, and there is a network', () => {
  expect(renderToString(<Gate />)).toBe('[&quot;restoring&quot;,null,false]');
  const form = renderToString(<SignInForm session={session} />);
  expect(form).toContain('autoComplete="username"');
  expect(form).not.toContain('No network');
});
