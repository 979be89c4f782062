import type { AuthSession } from './auth-session.ts';
import { MESSAGES } from './messages.ts';
import { type SessionState, transition } from './session-state.ts';

/** Cookie-based authentication: it does not exist, and says so instead of falling back to local storage. */
export function createRefusingSession(fetch: typeof globalThis.fetch): AuthSession {
  let state: SessionState = { status: 'restoring' };
  const listeners = new Set<() => void>();
  return {
    async start() {
      state = transition(state, { type: 'cleared', error: MESSAGES.notImplemented });
      for (const listener of listeners) listener();
    },
    stop: () => {},
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    login: async () => ({ ok: false, code: 'not-implemented', message: MESSAGES.notImplemented }),
    logout: async () => {},
    refresh: async () => false,
    getAccessToken: async () => null,
    fetchWithSession: fetch,
    [Symbol.asyncDispose]: async () => {},
  };
}
