import { AuthSessionError } from './errors.ts';
import { hashToken } from './hash-token.ts';
import type { LogSink } from './log-sink.ts';
import { beginRotation, continueRotation, endRotation, type RotationRecord, resolvePair } from './rotation-record.ts';
import type { RotationStore } from './rotation-store.ts';
import type { SessionStorage, StoredSession } from './session-storage.ts';
import type { TokenPair } from './token-pair.ts';

/** A stored session together with what the rotation record was when it was read. */
export interface VaultReading {
  readonly session: StoredSession;
  readonly record: RotationRecord | null;
}

/** The tokens of this browser: local storage decides whether somebody is signed in, the record which pair is the newest. */
export interface TokenVault {
  /** Local storage alone: at once, and possibly behind another tab. */
  peek(): StoredSession | null;
  /** Local storage, brought up to date by the record. Null: nobody is signed in. */
  read(): Promise<VaultReading | null>;
  /** Keeps a new session; the warning, if any, is for the user. Local storage is written before this returns. */
  establish(session: StoredSession, rememberMe: boolean | undefined): { warning: string | null; kept: Promise<void> };
  /** Replaces the pair that `reading` held. `superseded`: someone else was faster, or signed out; nothing is written. */
  rotate(
    reading: VaultReading,
    pair: TokenPair,
    isCurrent: () => boolean,
  ): Promise<{ kind: 'kept'; warning: string | null } | { kind: 'superseded' }>;
  /** Clears local storage at once. */
  clearLocal(): void;
  /** Clears local storage and takes the tokens out of the record; what a slower tab has put back meanwhile goes too. */
  clear(): Promise<void>;
  /** Nobody is signed in: removes what may be left of a session, the record included. */
  clearLeftovers(): Promise<void>;
  /** Lets go of what was held in memory only. */
  forget(): void;
}

/** Joins the two stores. A record that cannot be read or written costs its protection, never the session. */
export function createTokenVault(storage: SessionStorage, rotations: RotationStore, log: LogSink): TokenVault {
  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log.log({
        name: 'session-record-failed',
        level: 'warn',
        category: 'auth',
        module: 'auth',
        properties: { error: String(error) },
      });
      return otherwise;
    }
  }

  const hashRefreshToken = async (pair: TokenPair) =>
    pair.refreshToken === null ? null : hashToken(pair.refreshToken);

  /** Returns the text for the user when the browser keeps nothing. */
  function storeLocally(write: () => void): string | null {
    try {
      write();
      return null;
    } catch (error) {
      if (!AuthSessionError.isInstance(error)) throw error;
      log.log({
        name: 'session-storage-failed',
        level: 'error',
        category: 'auth',
        module: 'auth',
        properties: { code: error.code, error: String(error.cause) },
      });
      return error.message;
    }
  }

  return {
    peek: () => storage.read(),
    async read() {
      const seen = storage.read();
      if (!seen) return null;
      const hash = await hashRefreshToken(seen.pair);
      const record = await attempt(() => rotations.read(), null);
      // Again: a sign-out may have come while the record was read.
      const local = storage.read();
      if (!local) return null;
      const localHash = local.pair.refreshToken === seen.pair.refreshToken ? hash : await hashRefreshToken(local.pair);
      const pair = resolvePair(local.pair, localHash, record);
      if (!pair) {
        // The record knows that this session has ended; a crash has brought its tokens back.
        storage.clear();
        return null;
      }
      // This tab's local storage is behind: another tab's write has not arrived, or a crash has set it back.
      if (pair.accessToken !== local.pair.accessToken) storeLocally(() => storage.writeTokens(pair));
      return { session: { pair, user: local.user }, record };
    },
    establish(session, rememberMe) {
      const warning = storeLocally(() => storage.writeSession(session, rememberMe));
      const keep = async () => {
        const hash = await hashRefreshToken(session.pair);
        if (hash !== null) await rotations.update(() => beginRotation(session.pair, hash));
      };
      return { warning, kept: attempt(keep, undefined) };
    },
    async rotate({ session, record }, pair, isCurrent) {
      const presented = await hashRefreshToken(session.pair);
      const hash = await hashRefreshToken(pair);
      // The record first: from then on the token in local storage is known as replaced, whatever happens to this tab.
      const written =
        presented === null ||
        (await attempt(() => rotations.replace(record, continueRotation(record, presented, pair, hash)), true));
      if (!isCurrent() || !written) return { kind: 'superseded' };
      return { kind: 'kept', warning: storeLocally(() => storage.writeTokens(pair)) };
    },
    clearLocal: () => storage.clear(),
    async clear() {
      storage.clear();
      await attempt(() => rotations.update((record) => record && endRotation(record)), undefined);
      storage.clear();
    },
    async clearLeftovers() {
      if (storage.read()) return;
      storage.clear();
      // Removed, hashes and all: a session that another tab is just beginning must not be taken for one that ended.
      await attempt(() => rotations.update(() => null), undefined);
    },
    forget: () => storage.forget(),
  };
}
