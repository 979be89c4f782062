import { AuthSessionError } from './errors.ts';
import { MESSAGES } from './messages.ts';
import { readSessionUser, type SessionUser, type UserReader } from './session-user.ts';
import { type KeyValueStorage, STORAGE_KEYS, type StorageKeys } from './storage-keys.ts';
import type { TokenPair } from './token-pair.ts';

/** A session as the storage keys hold it. */
export interface StoredSession {
  readonly pair: TokenPair;
  readonly user: SessionUser;
}

/** The storage keys of one session, read as a whole. */
export interface SessionStorage {
  /** Null when the access token or the user is missing. Corrupt user data is removed. */
  read(): StoredSession | null;
  /** @throws AuthSessionError when the browser refuses; the session is then held in memory. */
  writeSession(session: StoredSession, rememberMe: boolean | undefined): void;
  /**
   * Replaces the tokens while the stored refresh token is still `presented`; returns whether it was: a sign-out, or another
   * sign-in, may have come meanwhile. @throws AuthSessionError as `writeSession`.
   */
  writeTokens(pair: TokenPair, presented: string | null): boolean;
  clear(): void;
  /** Drops the session in memory: another tab has stored a session, or removed one. */
  forget(): void;
}

/** Stores the session under its keys, or in memory when the browser refuses. */
export function createSessionStorage(
  storage: KeyValueStorage,
  keys: StorageKeys = STORAGE_KEYS,
  read: UserReader = readSessionUser,
): SessionStorage {
  let memory: StoredSession | null = null;

  function attempt<T>(read: () => T): T | null {
    try {
      return read();
    } catch {
      return null;
    }
  }

  function readUser(): SessionUser | null {
    const user = attempt(() => read(JSON.parse(storage.getItem(keys.user) ?? 'null')));
    if (!user) attempt(() => storage.removeItem(keys.user));
    return user;
  }

  function readStored(): StoredSession | null {
    const accessToken = attempt(() => storage.getItem(keys.accessToken));
    const user = readUser();
    if (!accessToken || !user) return null;
    const pair = {
      accessToken,
      // An unreadable expiry counts as passed: the refresh decides.
      expiresAt: parseEpochMs(attempt(() => storage.getItem(keys.expiresAt))) ?? 0,
      refreshToken: attempt(() => storage.getItem(keys.refreshToken)) || null,
      refreshExpiresAt: parseEpochMs(attempt(() => storage.getItem(keys.refreshExpiresAt))),
      clockOffsetMs: null,
    };
    return { pair, user };
  }

  function setTokens(pair: TokenPair): void {
    const set = (key: string, value: string | number | null) =>
      value === null ? storage.removeItem(key) : storage.setItem(key, String(value));
    set(keys.refreshToken, pair.refreshToken);
    set(keys.expiresAt, pair.expiresAt);
    set(keys.refreshExpiresAt, pair.refreshExpiresAt);
    // Last, so that another tab that sees a new access token sees the rest of it too.
    set(keys.accessToken, pair.accessToken);
  }

  function clear(): void {
    memory = null;
    // The access token goes first: from then on nobody is signed in, even if the rest stays.
    for (const key of Object.values(keys)) attempt(() => storage.removeItem(key));
  }

  /** Runs one write. When the browser refuses, the session continues in memory and the caller gets the error. */
  function write(session: StoredSession, code: 'token-storage' | 'user-storage', action: () => void): void {
    try {
      action();
    } catch (cause) {
      memory = session;
      const message = code === 'token-storage' ? MESSAGES.tokenStorage : MESSAGES.userStorage;
      throw new AuthSessionError(code, message, { cause });
    }
  }

  return {
    read: () => memory ?? readStored(),
    writeSession(session, rememberMe) {
      clear();
      try {
        // The user first and the access token last: no other tab ever sees one clerk's token with another's name.
        write(session, 'user-storage', () => storage.setItem(keys.user, JSON.stringify(session.user)));
        write(session, 'token-storage', () => {
          if (rememberMe !== undefined) storage.setItem(keys.rememberMe, String(rememberMe));
          setTokens(session.pair);
        });
      } catch (error) {
        clear();
        memory = session;
        throw error;
      }
    },
    writeTokens(pair, presented) {
      const stored = memory ?? readStored();
      if (stored?.pair.refreshToken !== presented) return false;
      const next = { ...stored, pair };
      if (memory) memory = next;
      else write(next, 'token-storage', () => setTokens(pair));
      return true;
    },
    clear,
    forget() {
      memory = null;
    },
  };
}

function parseEpochMs(text: string | null): number | null {
  return text?.match(/^\d+$/) ? Number(text) : null;
}
