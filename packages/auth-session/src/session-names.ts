import { STORAGE_KEYS, type StorageKeys } from './storage-keys.ts';

/**
 * The names under which a browser stores one app's session. Two apps on one origin, or two servers of one app, need different
 * ones, all three: a sign-in ends the session that its database has.
 */
export interface SessionNames {
  /** The keys of local storage. @default STORAGE_KEYS */
  readonly keys: StorageKeys;
  /** The Web Lock of a refresh. @default 'scantix-auth-session' */
  readonly lock: string;
  /** The IndexedDB database of the rotation record and the device's key. @default 'scantix-auth-session' */
  readonly database: string;
}

/** The names where an app gives none. */
export const DEFAULT_NAMES: SessionNames = {
  keys: STORAGE_KEYS,
  lock: 'scantix-auth-session',
  database: 'scantix-auth-session',
};

/**
 * All names of a session with the same prefix.
 *
 * @example
 * const session = createAuthSession({ baseUrl, deviceIdentity, names: prefixNames('stock-room.') });
 */
export function prefixNames(prefix: string): SessionNames {
  const keys = Object.entries(STORAGE_KEYS).map(([part, key]) => [part, prefix + key]);
  return {
    keys: Object.fromEntries(keys) as StorageKeys,
    lock: prefix + DEFAULT_NAMES.lock,
    database: prefix + DEFAULT_NAMES.database,
  };
}
