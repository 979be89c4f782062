import { atom } from 'jotai';
import type { AuthSession } from '../index.ts';

export function createAuthSessionAtoms(authSession: AuthSession) {
  return { nameAtom: atom(() => authSession.name) };
}
