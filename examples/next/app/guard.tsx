'use client';

import { useIsSessionValid, useSession } from '@scantix/auth-session/hooks';
import { SignInForm } from '@scantix/auth-session/sign-in-form';
import { type ReactNode, useEffect } from 'react';
import { session } from './session.ts';

/** Its children, for who is signed in; a form for everybody else. */
export function Guard({ children }: { children: ReactNode }) {
  const { status } = useSession(session);
  const valid = useIsSessionValid(session);
  useEffect(() => void session.start(), []);
  return valid ? children : status !== 'restoring' && <SignInForm session={session} />;
}
