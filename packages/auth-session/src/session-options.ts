import type { Clock } from './clock.ts';
import type { SessionDeviceIdentity } from './device-identity.ts';
import type { LogSink } from './log-sink.ts';
import type { SessionLocks } from './session-lock.ts';
import type { SessionNames } from './session-names.ts';
import type { UserFieldsSchema } from './session-user.ts';
import type { KeyValueStorage } from './storage-keys.ts';

/** The options of a session. Everything outside the language has a production default. */
export interface AuthSessionOptions<Fields extends object = object> {
  /** Where the API is: an origin with an optional path, or a path of the page's own, such as `/`. */
  readonly baseUrl: string;
  /**
   * Other services that get the access token from `fetchWithSession`: origins, each with an optional path below which they
   * are. Their redirects are not followed. @default none
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * The paths of the app's own calls, such as `/orders/v1/{id}`: each is reported to the log by its template. Of other
   * paths the log has only the prefix, since the rest may be a value. @default none
   */
  readonly routes?: readonly string[];
  /** The device that signs in. */
  readonly deviceIdentity: SessionDeviceIdentity;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Stores the session's keys. @default localStorage */
  readonly storage?: KeyValueStorage;
  /** Stores the rotation record; null stores it in memory. @default globalThis.indexedDB */
  readonly indexedDB?: IDBFactory | null;
  /**
   * Names of the storage keys, the lock and the database, for a second app on the same origin, or a second server. {@link prefixNames} gives
   * them a prefix. @default those that the README states
   */
  readonly names?: Partial<SessionNames>;
  /**
   * Reads and types the fields that the server adds to its user: a schema of zod, or anything with a `parse` that throws.
   * What it returns is stored as JSON, and read by it again at the next start. A user that it refuses is not signed in.
   * Fields that it does not return stay as the server sent them. @default no further field is known
   */
  readonly userFields?: UserFieldsSchema<Fields>;
  /** @default navigator.locks, or a lock for this tab alone where there is none */
  readonly locks?: SessionLocks;
  /** @default the clock of the machine */
  readonly clock?: Clock;
  /** Raises `visibilitychange`, `pageshow`, `online` and `storage`; carries `token-refresh-needed`. @default window */
  readonly events?: EventTarget;
  /**
   * Milliseconds after the access token's expiry during which a session whose refresh has no answer of the server stays
   * valid, at most until the refresh token's own expiry. @default 0
   */
  readonly offlineGraceMs?: number;
  /** `USE_SECURE_COOKIE_AUTH`: not implemented, sign-in fails with 'not yet implemented'. @default false */
  readonly useSecureCookies?: boolean;
  /** Milliseconds, below 2 ** 31, that one call to the server may take. @default 15000 */
  readonly requestTimeoutMs?: number;
  /** @default reports nowhere */
  readonly log?: LogSink;
}
