import type { AuthSession } from './auth-session.ts';
import type { SessionUser } from './session-user.ts';

/**
 * Calls `onUser` with the user who is signed in already, when another user is signed in, and with null when the user is
 * signed out. The states in between, `restoring` and `signing-in`, change nothing.
 *
 * @returns a function that ends it
 *
 * @example
 * followUser(session, (user) => reporter.setUser(user));
 */
export function followUser<User extends SessionUser>(
  session: Pick<AuthSession<User>, 'getSnapshot' | 'subscribe'>,
  onUser: (user: User | null) => void,
): () => void {
  let userId: string | undefined;
  function follow(): void {
    const state = session.getSnapshot();
    if (state.status === 'restoring' || state.status === 'signing-in') return;
    const user = state.status === 'signed-in' ? state.user : null;
    if (user?.id === userId) return;
    userId = user?.id;
    onUser(user);
  }

  const stop = session.subscribe(follow);
  follow();
  return stop;
}
