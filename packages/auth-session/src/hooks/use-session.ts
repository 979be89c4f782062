import { useSyncExternalStore } from 'react';
import {
  type AuthSession,
  type Clock,
  isSessionValid,
  type SessionState,
  type SessionUser,
  systemClock,
} from '../index.ts';

type Source<User extends SessionUser> = Pick<AuthSession<User>, 'getSnapshot' | 'subscribe'>;

const RESTORING = { status: 'restoring' } as const;

/**
 * The session as it is now; renders again when it changes. On a server, and while a page hydrates, it is `restoring`.
 *
 * @example
 * const state = useSession(session);
 * if (state.status === 'signed-out') return <SignInForm session={session} />;
 */
export function useSession<User extends SessionUser>(session: Source<User>): SessionState<User> {
  return useSyncExternalStore(session.subscribe, session.getSnapshot, () => RESTORING);
}

/** Who is signed in; null unless somebody is. */
export function useSessionUser<User extends SessionUser>(session: Source<User>): User | null {
  const state = useSession(session);
  return state.status === 'signed-in' ? state.user : null;
}

/** Authenticated, a user present, and expiry in the future. The session changes at every expiry, so it is never out of date. */
export function useIsSessionValid<User extends SessionUser>(
  session: Source<User>,
  { clock = systemClock }: { clock?: Pick<Clock, 'now'> } = {},
): boolean {
  return isSessionValid(useSession(session), clock.now());
}
