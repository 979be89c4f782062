'use client';

import { useSessionUser } from '@scantix/auth-session/hooks';
import { session } from './session.ts';

export function Greeting() {
  const user = useSessionUser(session);
  return (
    <p>
      Signed in as {user?.clerk}{' '}
      <button type="button" onClick={() => session.logout()}>
        Sign Out
      </button>
    </p>
  );
}
