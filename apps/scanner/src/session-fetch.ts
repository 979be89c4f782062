import type { AuthSession } from '@scantix/auth-session';

type Session = Pick<AuthSession, 'fetchWithSession' | 'getSnapshot' | 'subscribe'>;

/**
 * The session's `fetch`, whose readings end with the session that they are made for, the next page of a download that
 * is just asked for among them: what nobody waits for any more would only be refused. What is sent goes on, since the
 * server may have it already, until somebody else signs in: it must not be repeated with their token.
 */
export function createSessionFetch(session: Session): typeof fetch {
  let user = readUser(session);
  let sender = user;
  let reading = new AbortController();
  let sending = new AbortController();
  session.subscribe(() => {
    const next = readUser(session);
    if (next === user) return;
    user = next;
    reading.abort();
    if (next === null) return;
    reading = new AbortController();
    if (next === sender) return;
    sender = next;
    sending.abort();
    sending = new AbortController();
  });
  return (input, init) => {
    const its = (init?.method ?? 'GET') === 'GET' ? reading.signal : sending.signal;
    const signal = init?.signal ? AbortSignal.any([init.signal, its]) : its;
    return session.fetchWithSession(input, { ...init, signal });
  };
}

function readUser({ getSnapshot }: Session): string | null {
  const state = getSnapshot();
  return state.status === 'signed-in' ? state.user.id : null;
}
