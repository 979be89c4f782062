import type { AuthSession } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import type { Theme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import type { AppUpdate } from '@scantix/web-app';
import { createAppUpdateAtoms } from '@scantix/web-app/react';
import { atom } from 'jotai';

interface StateServices {
  readonly session: AuthSession;
  readonly theme: Theme;
  readonly update: AppUpdate;
}

/** The atoms that exist before the first sign-in. */
export function createStartAtoms({ session, theme, update }: StateServices) {
  /** Whether a user was signed in at any time since the page was loaded. */
  const wasSignedInAtom = atom(false);
  wasSignedInAtom.debugLabel = 'wasSignedIn';
  return {
    ...createAuthSessionAtoms(session),
    ...createThemeAtoms(theme),
    ...createAppUpdateAtoms(update),
    wasSignedInAtom,
  };
}

export type StartAtoms = ReturnType<typeof createStartAtoms>;
