import { AuthSessionError, type StorageFailureCode, type StorageWarning } from './errors.ts';
import { hashToken } from './hash-token.ts';
import { type LogSink, toEvent } from './log-sink.ts';
import {
  beginRotation,
  continueRotation,
  endRotation,
  forgetRotation,
  hasToken,
  queueSignOut,
  type Revocation,
  type RotationRecord,
  resolvePair,
  type ServerOffer,
} from './rotation-record.ts';
import type { RotationStore } from './rotation-store.ts';
import type { SessionStorage, StoredSession } from './session-storage.ts';
import type { TokenPair } from './token-pair.ts';

/** A stored session, and the rotation record as it was when the session was read. */
export interface VaultReading {
  readonly session: StoredSession;
  readonly record: RotationRecord | null;
  /** How far the server's clock was ahead of the device's when any tab last measured it. */
  readonly offsetMs: number | null;
  /** The latest time at which a page has used the pair, on the clock that its expiries are of; null: none has noted it. */
  readonly seenMs: number | null;
}

/** The tokens of this browser. Local storage decides whether somebody is signed in; the record decides which pair is newest. */
export interface TokenVault {
  /** Local storage alone: at once, and possibly behind another tab. */
  peek(): StoredSession | null;
  /** Local storage, brought up to date by the record. Null: nobody is signed in. */
  read(): Promise<VaultReading | null>;
  /**
   * Stores a new session; the warning, if any, is for the user. Local storage is written before this returns, the record
   * when `recorded` resolves.
   */
  establish(
    session: StoredSession,
    rememberMe: boolean | undefined,
    offer?: ServerOffer,
  ): { warning: StorageWarning | null; recorded: Promise<void> };
  /** Replaces the pair of `reading`. `superseded`: another tab was faster, or a sign-out came in between; nothing is stored. */
  rotate(
    reading: VaultReading,
    pair: TokenPair,
    isCurrent: () => boolean,
    offer?: ServerOffer,
  ): Promise<{ kind: 'stored'; warning: StorageWarning | null } | { kind: 'superseded' }>;
  /** Clears local storage at once. */
  clearLocal(): void;
  /** Puts the handle of a session that is being signed out among those that wait. */
  queueSignOut(pair: TokenPair): Promise<void>;
  /**
   * Clears local storage and removes the tokens from the record, also those that a slower tab stores meanwhile. After a
   * sign-out the session's handle waits in the record. Resolves with the handle.
   */
  clear(isSignOut?: boolean): Promise<string | null>;
  /** What is known beside the tokens; null: nothing, or it cannot be read. */
  readRecord(): Promise<RotationRecord | null>;
  /** Removes the sign-outs that `isDone` is true of. */
  dropRevocations(isDone: (revocation: Revocation) => boolean): Promise<void>;
  /** Nobody is signed in: removes what is left of earlier sessions, the record included. */
  clearLeftovers(): Promise<void>;
  /** Stores how far the server's clock is ahead, after the device's clock was moved. */
  noteOffset(offsetMs: number): Promise<void>;
  /** Stores that it was so late while a pair was used. */
  noteSeen(pair: TokenPair, seenMs: number): Promise<void>;
  /** Drops what is in memory only. */
  forget(): void;
}

/** Joins the two stores. Without a readable record the session continues without its protection. */
export function createTokenVault(storage: SessionStorage, rotations: RotationStore, log: LogSink): TokenVault {
  async function attempt<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await work();
    } catch (error) {
      log.log(toEvent('session-record-failed', 'warn', { error: String(error) }));
      return otherwise;
    }
  }

  const hashRefreshToken = async (pair: TokenPair) =>
    pair.refreshToken === null ? null : hashToken(pair.refreshToken);

  /** Returns what the user is told when the browser refuses to store. */
  function storeLocally(write: () => unknown): StorageWarning | null {
    try {
      write();
      return null;
    } catch (error) {
      if (!AuthSessionError.isInstance(error)) throw error;
      const properties = { code: error.code, error: String(error.cause) };
      log.log(toEvent('session-storage-failed', 'error', properties));
      return { code: error.code as StorageFailureCode, message: error.message };
    }
  }

  return {
    peek: () => storage.read(),
    async read() {
      const seen = storage.read();
      if (!seen) return null;
      const hash = await hashRefreshToken(seen.pair);
      const record = await attempt(() => rotations.read(), null);
      // Read again: a sign-out may have come while the record was read.
      const local = storage.read();
      if (!local) return null;
      const localHash = local.pair.refreshToken === seen.pair.refreshToken ? hash : await hashRefreshToken(local.pair);
      const pair = resolvePair(local.pair, localHash, record);
      if (!pair) {
        // The record shows that this session has ended; a browser crash has restored its tokens.
        storage.clear();
        return null;
      }
      // This tab's local storage is behind: another tab's write has not arrived, or a browser crash has undone writes.
      if (pair.accessToken !== local.pair.accessToken) {
        storeLocally(() => storage.writeTokens(pair, local.pair.refreshToken));
      }
      const isRecorded = record?.current?.accessToken === pair.accessToken;
      return {
        session: { pair, user: local.user },
        record,
        offsetMs: record?.offsetMs ?? pair.clockOffsetMs,
        seenMs: (isRecorded && record.seenMs) || null,
      };
    },
    establish(session, rememberMe, offer) {
      const warning = storeLocally(() => storage.writeSession(session, rememberMe));
      const record = async () => {
        const hash = await hashRefreshToken(session.pair);
        if (hash !== null) await rotations.update((before) => beginRotation(session.pair, hash, offer, before));
      };
      return { warning, recorded: attempt(record, undefined) };
    },
    async rotate({ session, record }, pair, isCurrent, offer) {
      const presented = await hashRefreshToken(session.pair);
      const hash = await hashRefreshToken(pair);
      // The record first: from then on the token in local storage counts as replaced, even if this tab dies.
      const written =
        presented === null ||
        (await attempt(
          () => rotations.replace(record, (now) => continueRotation(now, presented, pair, hash, offer)),
          true,
        ));
      if (!isCurrent() || !written) return { kind: 'superseded' };
      let isStored = true;
      const warning = storeLocally(() => {
        // Where no record could tell, local storage still can.
        isStored = storage.writeTokens(pair, session.pair.refreshToken);
      });
      return isStored ? { kind: 'stored', warning } : { kind: 'superseded' };
    },
    clearLocal: () => storage.clear(),
    queueSignOut: (pair) =>
      attempt(async () => {
        const hash = await hashRefreshToken(pair);
        await rotations.update((record) => (record && hasToken(record, hash) ? queueSignOut(record) : record));
      }, undefined),
    async clear(isSignOut = false) {
      storage.clear();
      let handle: string | null = null;
      const end = (record: RotationRecord | null) => {
        handle = record?.offer?.handle ?? null;
        return record && endRotation(isSignOut ? queueSignOut(record) : record);
      };
      await attempt(() => rotations.update(end), undefined);
      storage.clear();
      return handle;
    },
    // The start-up check has reported a record that cannot be read.
    readRecord: () => rotations.read().catch(() => null),
    dropRevocations: (isDone) =>
      attempt(
        () =>
          rotations.update(
            (record) => record && { ...record, revocations: record.revocations?.filter((one) => !isDone(one)) },
          ),
        undefined,
      ),
    async clearLeftovers() {
      if (storage.read()) return;
      storage.clear();
      // The hashes too: otherwise a session that another tab is starting now could count as ended.
      await attempt(() => rotations.update(forgetRotation), undefined);
    },
    noteOffset: (offsetMs) => attempt(() => rotations.update((record) => record && { ...record, offsetMs }), undefined),
    async noteSeen({ accessToken }, seenMs) {
      const raise = (record: RotationRecord | null) =>
        record?.current?.accessToken === accessToken
          ? { ...record, seenMs: Math.max(seenMs, record.seenMs ?? seenMs) }
          : record;
      // The start-up check has reported a record that cannot be written.
      await rotations.update(raise).catch(() => {});
    },
    forget: () => storage.forget(),
  };
}
