import type { StorageWarning } from './errors.ts';
import type { LoginFailureCode } from './login-failure.ts';
import type { SessionState } from './session-state.ts';
import type { StoredSession } from './session-storage.ts';
import type { TokenPair } from './token-pair.ts';

/** What one tab holds: the state that it shows, and the data behind it. */
export interface ControllerState {
  readonly session: SessionState;
  /** The pair that this tab acted on last; local storage may be ahead of it. */
  readonly pair: TokenPair | null;
  /** Where the browser refused to store the session. */
  readonly warning: StorageWarning | null;
  /** When the server is asked again after it could not be reached, epoch milliseconds. */
  readonly retryAt: number | null;
  /** Until when callers get `unreachable` without a new attempt, milliseconds of the steady clock: nobody can set it back. */
  readonly coolUntil: number;
}

/** Everything that can happen to a session. */
export type ControllerEvent =
  | { readonly type: 'login-started' }
  /** Without an error: the caller has given it up. */
  | { readonly type: 'login-failed'; readonly error: string | null; readonly code?: LoginFailureCode }
  | ({ readonly type: 'login-succeeded'; readonly warning: StorageWarning | null } & Found)
  | { readonly type: 'logged-out' }
  /** Storage holds a session that counts until `expiresAt`. */
  | ({ readonly type: 'session-found' } & Found)
  /** Storage holds no session, or the server has ended it. */
  | { readonly type: 'session-missing' }
  /** A new pair is in place; `warning` is null when it was stored. */
  | ({ readonly type: 'refreshed'; readonly warning: StorageWarning | null } & Found)
  /** A refresh got no answer of our API. */
  | { readonly type: 'server-unreachable'; readonly retryAt: number; readonly coolUntil: number }
  /** The stored access token has expired. `offline`: the server that renews it cannot be reached. */
  | {
      readonly type: 'expired';
      readonly stored: StoredSession;
      readonly graceEndsAt: number;
      readonly now: number;
      readonly offline: boolean;
    }
  /** The page is shown again or is online again: the next caller may ask the server. */
  | { readonly type: 'woken' };

interface Found {
  readonly stored: StoredSession;
  readonly expiresAt: number;
}

const NOTHING_KNOWN = { pair: null, warning: null, retryAt: null, coolUntil: 0 } as const;

/** The state before the start-up check. */
export const INITIAL_STATE: ControllerState = { ...NOTHING_KNOWN, session: { status: 'restoring' } };

/** The only way from one state to the next. */
export function transition(state: ControllerState, event: ControllerEvent): ControllerState {
  const { session } = state;
  switch (event.type) {
    case 'login-started':
      return { ...NOTHING_KNOWN, session: { status: 'signing-in' } };
    case 'login-failed':
      // A sign-out or another tab's sign-in may have come in between: then nobody waits for this failure.
      return session.status === 'signing-in' ? { ...state, session: signOut(session, event.error, event.code) } : state;
    case 'login-succeeded':
      return signIn(event, event.warning);
    case 'logged-out':
      return { ...NOTHING_KNOWN, session: signOut(session, null) };
    case 'session-found':
      return signIn(event, state.warning);
    case 'session-missing':
      return {
        ...NOTHING_KNOWN,
        // A form that waits for its answer, and the error of a failed sign-in, stay on screen.
        session: session.status === 'signing-in' || session.status === 'signed-out' ? session : signOut(session, null),
      };
    case 'refreshed': {
      const warning = event.warning ?? state.warning;
      return session.status === 'signing-in' ? { ...state, warning } : signIn(event, warning);
    }
    case 'server-unreachable':
      return { ...state, retryAt: event.retryAt, coolUntil: event.coolUntil };
    case 'expired':
      return expire(state, event);
    case 'woken':
      return { ...state, coolUntil: 0 };
  }
}

function signIn({ stored: { pair, user }, expiresAt }: Found, warning: StorageWarning | null): ControllerState {
  return {
    ...NOTHING_KNOWN,
    pair,
    warning,
    session: { status: 'signed-in', user, expiresAt, offline: false, ...describeWarning(warning) },
  };
}

/** Returns the same object when nothing changes, so that listeners are not called for it. */
function signOut(session: SessionState, error: string | null, errorCode?: LoginFailureCode): SessionState {
  if (session.status === 'signed-out' && session.error === error && session.errorCode === errorCode) return session;
  return { status: 'signed-out', error, ...(errorCode && { errorCode }) };
}

function describeWarning(warning: StorageWarning | null) {
  return warning ? { warning: warning.message, warningCode: warning.code } : { warning: null };
}

function expire(
  state: ControllerState,
  { stored, graceEndsAt, now, offline }: Extract<ControllerEvent, { type: 'expired' }>,
): ControllerState {
  const { session } = state;
  if (session.status === 'signing-in') return state;
  // Local storage has no key for the clock's offset at the time of issue: the pair that this tab acts on has it.
  const known = state.pair?.accessToken === stored.pair.accessToken ? state.pair : stored.pair;
  // Past the grace period no session is restored, but a user who is signed in stays signed in: nothing is lost.
  if (graceEndsAt <= now && session.status !== 'signed-in') return { ...state, pair: known };
  const warning = describeWarning(session.status === 'signed-in' ? state.warning : null);
  const expired = { status: 'signed-in', user: stored.user, expiresAt: graceEndsAt, offline, ...warning } as const;
  return { ...state, pair: known, session: expired };
}
