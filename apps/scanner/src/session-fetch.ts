import type { AuthSession } from '@scantix/auth-session';

type Session = Pick<AuthSession, 'fetchWithSession' | 'getSnapshot' | 'subscribe'>;

/**
 * The session's `fetch`, whose readings end with the session that they are made for: what nobody waits for any more
 * would only be refused. What is sent goes on: the server may have it already.
 */
export function createSessionFetch(session: Session): typeof fetch {
  let user = readUser(session);
  let reading = new AbortController();
  session.subscribe(() => {
    const next = readUser(session);
    if (next === user) return;
    user = next;
    reading.abort();
    reading = new AbortController();
  });
  return (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return session.fetchWithSession(input, init);
    const signal = init?.signal ? AbortSignal.any([init.signal, reading.signal]) : reading.signal;
    return session.fetchWithSession(input, { ...init, signal });
  };
}

function readUser({ getSnapshot }: Session): string | null {
  const state = getSnapshot();
  return state.status === 'signed-in' ? state.user.id : null;
}
