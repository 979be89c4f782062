import { type AuthSession, readStoredUserId } from '@scantix/auth-session';
import { createAuthSessionAtoms } from '@scantix/auth-session/react';
import type { Theme } from '@scantix/theme';
import { createThemeAtoms } from '@scantix/theme/react';
import type { AppUpdate } from '@scantix/web-app';
import { createAppUpdateAtoms } from '@scantix/web-app/react';
import { atom } from 'jotai';
import type { Returner } from '../navigation/return-path.ts';

interface StateServices {
  readonly session: AuthSession;
  readonly theme: Theme;
  readonly update: AppUpdate;
}

/** The atoms that exist before the first sign-in. */
export function createStartAtoms({ session, theme, update }: StateServices) {
  const returnerAtom = atom<Returner>({ userId: readStoredUserId(), view: 'asked' });
  returnerAtom.debugLabel = 'returner';
  return {
    ...createAuthSessionAtoms(session),
    ...createThemeAtoms(theme),
    ...createAppUpdateAtoms(update),
    returnerAtom,
  };
}

export type StartAtoms = ReturnType<typeof createStartAtoms>;
