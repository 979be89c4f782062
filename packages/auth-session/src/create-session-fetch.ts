import type { AuthSession } from './auth-session.ts';

type Session = Pick<AuthSession, 'fetchWithSession' | 'getSnapshot' | 'subscribe'>;

/**
 * The session's `fetch` for one user at a time. It aborts GETs when the session ends: nobody waits for their answers. It
 * lets writes finish, since the server may have them already, unless another user signs in: a write must not be repeated
 * with another user's token. A call that it aborts rejects with an `AbortError`, every other one as `fetchWithSession` does.
 *
 * @example
 * const api = createApiClient({ baseUrl: '/', fetch: createSessionFetch(session) });
 */
export function createSessionFetch(session: Session): typeof globalThis.fetch {
  let user = readUserId(session);
  /** Whose writes may be under way. */
  let writer = user;
  let reads = new AbortController();
  let writes = new AbortController();

  session.subscribe(() => {
    const { status } = session.getSnapshot();
    // A sign-in that fails ends nobody's session.
    if (status === 'restoring' || status === 'signing-in') return;
    const next = readUserId(session);
    if (next === user) return;
    user = next;
    // Calls made before the first user is known, as while the session is restored, are that user's.
    if (!writer) {
      writer = next;
      return;
    }
    reads.abort();
    // Until somebody signs in, a new GET is aborted at once.
    if (next === null) return;
    reads = new AbortController();
    if (next === writer) return;
    writer = next;
    writes.abort();
    writes = new AbortController();
  });

  return (input, init) => {
    const request = input instanceof Request ? input : null;
    const method = init?.method ?? request?.method ?? 'GET';
    const { signal: sessionSignal } = method.toUpperCase() === 'GET' ? reads : writes;
    const own = init?.signal ?? request?.signal;
    const signal = own ? AbortSignal.any([own, sessionSignal]) : sessionSignal;
    return session.fetchWithSession(input, { ...init, signal });
  };
}

function readUserId({ getSnapshot }: Session): string | null {
  const state = getSnapshot();
  return state.status === 'signed-in' ? state.user.id : null;
}
