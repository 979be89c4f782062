import { createListeners } from '@scantix/runtime-utils';
import type { AuthSession, LoginOutcome, SessionState, SessionUser } from '../index.ts';

/** A session whose state a test sets. */
export interface FakeAuthSession extends AuthSession {
  /** Puts the session into any state and notifies its listeners. */
  setState(state: SessionState): void;
  /** What `login` resolves to from now on; a success signs its user in. */
  answerLoginWith(outcome: LoginOutcome): void;
  /** How often each method was called. */
  readonly calls: { readonly login: number; readonly logout: number; readonly refresh: number };
}

/** A clerk for tests. */
export const fakeUser: SessionUser = {
  id: '01934c5e-7a10-7000-8000-000000000001',
  clerk: 'ada',
  userName: 'Ada Lovelace',
  domain: 'demo',
  workgroup: 'gate',
};

/** A session without a server, a storage or a clock. Starts in `initial`; `start` changes `restoring` to signed out. */
export function createFakeAuthSession(
  initial: SessionState = { status: 'restoring' },
  { fetch }: { fetch?: typeof globalThis.fetch } = {},
): FakeAuthSession {
  let state = initial;
  let answer: LoginOutcome = { ok: true, user: fakeUser };
  const { subscribe, notify } = createListeners();
  const calls = { login: 0, logout: 0, refresh: 0 };

  function setState(next: SessionState): void {
    state = next;
    notify();
  }

  const isSignedIn = () => state.status === 'signed-in';

  return {
    async start({ signal } = {}) {
      if (state.status === 'restoring') setState({ status: 'signed-out', error: null });
      signal?.throwIfAborted();
    },
    stop: () => {},
    getSnapshot: () => state,
    subscribe,
    async login(_credentials, { signal } = {}) {
      signal?.throwIfAborted();
      calls.login += 1;
      setState({ status: 'signing-in' });
      setState(
        answer.ok
          ? {
              status: 'signed-in',
              user: answer.user,
              expiresAt: Number.MAX_SAFE_INTEGER,
              offline: false,
              warning: null,
            }
          : { status: 'signed-out', error: answer.message, errorCode: answer.code },
      );
      return answer;
    },
    async logout({ signal } = {}) {
      calls.logout += 1;
      setState({ status: 'signed-out', error: null });
      signal?.throwIfAborted();
    },
    async refresh({ signal } = {}) {
      calls.refresh += 1;
      signal?.throwIfAborted();
      return isSignedIn();
    },
    async getAccessToken({ signal } = {}) {
      signal?.throwIfAborted();
      return isSignedIn() ? 'fake-access-token' : null;
    },
    // Called as a function: a browser's `fetch` refuses to be called on a session.
    fetchWithSession: (...args) => (fetch ?? globalThis.fetch)(...args),
    setState,
    answerLoginWith(outcome) {
      answer = outcome;
    },
    calls,
    [Symbol.asyncDispose]: async () => {},
  };
}
