/// <reference lib="esnext.disposable" preserve="true" />
import type { LoginFailure } from './login-failure.ts';
import type { SessionState } from './session-state.ts';
import type { SessionUser } from './session-user.ts';

/** What the sign-in form holds. */
export interface Credentials {
  /** The login name. */
  readonly clerk: string;
  readonly password: string;
  /** Asks for a longer refresh token; stored when given. @default false on the wire */
  readonly rememberMe?: boolean;
}

/** How a sign-in ended. */
export type LoginOutcome = { readonly ok: true; readonly user: SessionUser } | LoginFailure;

/** One staff session in this browser, shared with its other tabs. */
export interface AuthSession {
  /**
   * The start-up check: restores the stored session, refreshes it first if its access token has expired, or signs out.
   * Then follows timers, other tabs and wake-ups until `stop`.
   *
   * @throws the signal's reason when it aborts
   */
  start(options?: { signal?: AbortSignal }): Promise<void>;
  /** Ends timers and listeners. A refresh under way still keeps what it brings. */
  stop(): void;
  getSnapshot(): SessionState;
  /** Calls `listener` after each change; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
  /** @throws the signal's reason when it aborts before the server's answer is there */
  login(credentials: Credentials, options?: { signal?: AbortSignal }): Promise<LoginOutcome>;
  /** Signs out here at once, whatever the server says; resolves when the server has been told or could not be. */
  logout(): Promise<void>;
  /** Replaces both tokens; any failure returns false. Joins a refresh that is under way. */
  refresh(): Promise<boolean>;
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
  [Symbol.asyncDispose](): Promise<void>;
}
