/// <reference lib="esnext.disposable" preserve="true" />
import type { LoginFailure } from './login-failure.ts';
import type { SessionState } from './session-state.ts';
import type { SessionUser } from './session-user.ts';

/** The fields of the sign-in form. */
export interface Credentials {
  /** The login name. */
  readonly clerk: string;
  readonly password: string;
  /** Asks for a longer refresh token; stored when given. @default false on the wire */
  readonly rememberMe?: boolean;
}

/** How a sign-in ended. */
export type LoginOutcome<User extends SessionUser = SessionUser> =
  | { readonly ok: true; readonly user: User }
  | LoginFailure;

/** One staff session in this browser, shared with its other tabs. `User` has the fields that a schema gives it. */
export interface AuthSession<User extends SessionUser = SessionUser> {
  /**
   * The start-up check: restores the stored session, refreshes it first if its access token has expired, or signs out.
   * From then on timers, other tabs and wake-ups update the session until `stop`.
   *
   * @throws the signal's reason when it aborts
   */
  start(options?: { signal?: AbortSignal }): Promise<void>;
  /** Ends timers and listeners. A refresh under way still stores its result. */
  stop(): void;
  /** The session as it is now; the same object until it changes. */
  getSnapshot(): SessionState<User>;
  /** Calls `listener` after each change; the returned function ends that. */
  subscribe(listener: () => void): () => void;
  /**
   * Signs in. A failure is a value, not an error; who was signed in before it still is.
   *
   * @throws the signal's reason when it aborts before the server's answer is there
   */
  login(credentials: Credentials, options?: { signal?: AbortSignal }): Promise<LoginOutcome<User>>;
  /**
   * Signs out in this browser at once, whatever the server answers; resolves after the call to the server has ended.
   *
   * @throws the signal's reason when it aborts, which ends the wait and not the sign-out
   */
  logout(options?: { signal?: AbortSignal }): Promise<void>;
  /**
   * Replaces both tokens; a server that fails or refuses resolves to false. Joins a refresh that is under way.
   *
   * @throws the signal's reason when it aborts, which ends the wait and not the refresh
   */
  refresh(options?: { signal?: AbortSignal }): Promise<boolean>;
  /**
   * An access token that has not expired, refreshed first if needed; null when signed out or when it cannot be renewed now.
   *
   * @throws the signal's reason when it aborts
   */
  getAccessToken(options?: { signal?: AbortSignal }): Promise<string | null>;
  /**
   * `fetch` with the session's bearer token for calls of our API: on a 401 one refresh and one repeat.
   *
   * @throws AuthSessionError `unreachable` when the token has expired and cannot be renewed now
   */
  readonly fetchWithSession: typeof globalThis.fetch;
  /** As `stop`. */
  [Symbol.asyncDispose](): Promise<void>;
}
