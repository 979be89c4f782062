import { type Atom, atom, type WritableAtom } from 'jotai';
import {
  type AuthSession,
  type Clock,
  type Credentials,
  isSessionValid,
  type LoginOutcome,
  type SessionState,
  type SessionUser,
  systemClock,
} from '../index.ts';

/** The atoms of one session. */
export interface AuthSessionAtoms<User extends SessionUser = SessionUser> {
  /** The whole state. */
  readonly sessionAtom: Atom<SessionState<User>>;
  /** Authenticated, a user present, and expiry in the future. */
  readonly isSessionValidAtom: Atom<boolean>;
  /** Null unless somebody is signed in. */
  readonly userAtom: Atom<User | null>;
  /** Signs in; resolves to the outcome. */
  readonly loginAtom: WritableAtom<null, [Credentials, { signal?: AbortSignal }?], Promise<LoginOutcome<User>>>;
  /** Signs out. */
  readonly logoutAtom: WritableAtom<null, [], Promise<void>>;
}

/**
 * Makes the atoms of one session. They follow it while something is subscribed to them, such as a component; elsewhere ask
 * the session itself.
 *
 * @example
 * const { isSessionValidAtom, loginAtom } = createAuthSessionAtoms(session);
 */
export function createAuthSessionAtoms<User extends SessionUser>(
  session: AuthSession<User>,
  { clock = systemClock }: { clock?: Pick<Clock, 'now'> } = {},
): AuthSessionAtoms<User> {
  const snapshotAtom = atom(session.getSnapshot());
  snapshotAtom.onMount = (set) => {
    // The session may have changed between the first read and the mount.
    set(session.getSnapshot());
    return session.subscribe(() => set(session.getSnapshot()));
  };
  const sessionAtom = atom((get) => get(snapshotAtom));
  // The session changes its state at every expiry, so this value is never out of date.
  const isSessionValidAtom = atom((get) => isSessionValid(get(snapshotAtom), clock.now()));
  const userAtom = atom((get) => {
    const state = get(snapshotAtom);
    return state.status === 'signed-in' ? state.user : null;
  });
  const loginAtom = atom(null, (_get, _set, credentials: Credentials, options?: { signal?: AbortSignal }) =>
    session.login(credentials, options),
  );
  const logoutAtom = atom(null, () => session.logout());

  sessionAtom.debugLabel = 'session';
  isSessionValidAtom.debugLabel = 'isSessionValid';
  userAtom.debugLabel = 'user';
  loginAtom.debugLabel = 'login';
  logoutAtom.debugLabel = 'logout';
  return { sessionAtom, isSessionValidAtom, userAtom, loginAtom, logoutAtom };
}
