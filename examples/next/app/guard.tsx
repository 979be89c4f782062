'use client';

import { useIsSessionValid, useSession } from '@scantix/auth-session/hooks';
import { SignInForm } from '@scantix/auth-session/sign-in-form';
import { Activity, type ReactNode, useEffect } from 'react';
import { session } from './session.ts';

/** Its children, for who is signed in; a form for everybody else. */
export function Guard({ children }: { children: ReactNode }) {
  const state = useSession(session);
  const valid = useIsSessionValid(session);
  useEffect(() => void session.start(), []);
  if (state.status === 'restoring') return null;
  return (
    <>
      {!valid && <SignInForm session={session} />}
      {/* Expired and not refreshed yet: what was typed stays. */}
      {state.status === 'signed-in' && (
        <Activity key={state.user.id} mode={valid ? 'visible' : 'hidden'}>
          {children}
        </Activity>
      )}
    </>
  );
}
