import type { AuthSession } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import type { Theme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import { atom } from 'jotai';

/** The atoms that exist before the first sign-in. */
export function createStartAtoms({ session, theme }: { session: AuthSession; theme: Theme }) {
  /** Whether anybody was signed in since the page was loaded. */
  const wasSignedInAtom = atom(false);
  wasSignedInAtom.debugLabel = 'wasSignedIn';
  return { ...createAuthSessionAtoms(session), ...createThemeAtoms(theme), wasSignedInAtom };
}

export type StartAtoms = ReturnType<typeof createStartAtoms>;
