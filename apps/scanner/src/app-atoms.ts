import type { AuthSession } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import type { Theme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import { atom } from 'jotai';

/** The state that every view reads, one factory call a service. */
export function createStartAtoms({ session, theme }: { session: AuthSession; theme: Theme }) {
  /** Whether anybody was inside since the page was loaded. */
  const wasInsideAtom = atom(false);
  wasInsideAtom.debugLabel = 'wasInside';
  return { ...createAuthSessionAtoms(session), ...createThemeAtoms(theme), wasInsideAtom };
}

export type StartAtoms = ReturnType<typeof createStartAtoms>;
