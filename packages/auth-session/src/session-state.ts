import type { SessionUser } from './session-user.ts';

/** What the session is, as one value. */
export type SessionState =
  /** Before the start-up check has decided. */
  | { readonly status: 'restoring' }
  /** `error` is the text for the user after a failed sign-in. */
  | { readonly status: 'signed-out'; readonly error: string | null }
  | { readonly status: 'signing-in' }
  | {
      readonly status: 'signed-in';
      readonly user: SessionUser;
      /** Epoch milliseconds; the end of the grace while `offline`. */
      readonly expiresAt: number;
      /** The access token has expired and the server cannot be reached: the session lives on its grace. */
      readonly offline: boolean;
      /** A text for the user: the browser keeps nothing, so the session ends with the tab. */
      readonly warning: string | null;
    };

/** What can happen to a session. */
export type SessionEvent =
  | { readonly type: 'login-started' }
  | { readonly type: 'login-failed'; readonly error: string | null }
  | {
      readonly type: 'established';
      readonly user: SessionUser;
      readonly expiresAt: number;
      readonly warning: string | null;
    }
  | { readonly type: 'server-lost'; readonly user: SessionUser; readonly expiresAt: number }
  | { readonly type: 'cleared'; readonly error: string | null };

/** The only way from one state to the next. */
export function transition(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'login-started':
      return { status: 'signing-in' };
    case 'login-failed':
      // A sign-out or another tab's sign-in may have come in between: only a waiting form hears of the failure.
      return state.status === 'signing-in' ? { status: 'signed-out', error: event.error } : state;
    case 'established':
      return {
        status: 'signed-in',
        user: event.user,
        expiresAt: event.expiresAt,
        offline: false,
        warning: event.warning,
      };
    case 'server-lost':
      return {
        status: 'signed-in',
        user: event.user,
        expiresAt: event.expiresAt,
        offline: true,
        warning: state.status === 'signed-in' ? state.warning : null,
      };
    case 'cleared':
      return state.status === 'signed-out' && state.error === event.error
        ? state
        : { status: 'signed-out', error: event.error };
  }
}

/**
 * Whether the session counts: authenticated, a user present, and expiry in the future.
 *
 * @param now epoch milliseconds
 */
export function isSessionValid(state: SessionState, now: number): boolean {
  return state.status === 'signed-in' && state.expiresAt > now;
}
