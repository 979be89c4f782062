import type { StorageFailureCode } from './errors.ts';
import type { LoginFailureCode } from './login-failure.ts';
import type { SessionUser } from './session-user.ts';

/** The session as one value. */
export type SessionState<User extends SessionUser = SessionUser> =
  /** The start-up check has not decided yet. */
  | { readonly status: 'restoring' }
  | {
      readonly status: 'signed-out';
      /** The text for the user after a failed sign-in. */
      readonly error: string | null;
      /** Names the error; absent without one. */
      readonly errorCode?: LoginFailureCode;
    }
  | { readonly status: 'signing-in' }
  | {
      readonly status: 'signed-in';
      readonly user: User;
      /** Epoch milliseconds; the end of the grace period once the session has expired and is not renewed yet. */
      readonly expiresAt: number;
      /** The access token has expired and the server cannot be reached: the session is in its grace period. */
      readonly offline: boolean;
      /** A text for the user: the browser refuses to store the session, so it ends with the tab. */
      readonly warning: string | null;
      /** Names the warning; absent without one. */
      readonly warningCode?: StorageFailureCode;
    };

/**
 * Whether the session is valid: authenticated, with a user, and with an expiry in the future.
 *
 * @param now epoch milliseconds
 */
export function isSessionValid(state: SessionState, now: number): boolean {
  return state.status === 'signed-in' && state.expiresAt > now;
}
