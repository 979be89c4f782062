import { createListeners } from '@scantix/runtime-utils';
import type { AuthSession } from './auth-session.ts';
import { MESSAGES } from './messages.ts';
import type { SessionState } from './session-state.ts';

/** Cookie-based authentication is not implemented: sign-in fails, and nothing falls back to local storage. */
export function createRefusingSession(fetch: typeof globalThis.fetch): AuthSession {
  let state: SessionState = { status: 'restoring' };
  const { subscribe, notify } = createListeners();
  return {
    async start() {
      state = { status: 'signed-out', error: MESSAGES.notImplemented, errorCode: 'not-implemented' };
      notify();
    },
    stop: () => {},
    getSnapshot: () => state,
    subscribe,
    login: async () => ({ ok: false, code: 'not-implemented', message: MESSAGES.notImplemented }),
    logout: async () => {},
    refresh: async () => false,
    getAccessToken: async () => null,
    // Called as a function: a browser's `fetch` refuses to be called on a session.
    fetchWithSession: (...args) => fetch(...args),
    [Symbol.asyncDispose]: async () => {},
  };
}
