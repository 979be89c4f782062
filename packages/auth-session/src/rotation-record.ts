import * as z from 'zod/mini';
import { type TokenPair, tokenPairSchema } from './token-pair.ts';

/** More replaced tokens than any tab or restored browser can still hold; older hashes are dropped. */
const MAX_REPLACED = 64;

/**
 * The token rotations of this browser. Several tabs do not read local storage consistently, and a browser crash undoes
 * writes to it; this record, in IndexedDB, shows whether a token has been replaced.
 */
export const rotationRecordSchema = z.object({
  /** Null after a sign-out: the hashes stay, so that a browser crash cannot restore the session. */
  current: z.nullable(tokenPairSchema),
  /** Hash of the refresh token of `current`; identifies this state of the record. */
  currentHash: z.nullable(z.string()),
  /** Hashes of the refresh tokens that were replaced, oldest first. */
  replaced: z.array(z.string()),
  /** How far the server's clock was ahead of the device's when it was last measured, if that clock was moved since `current` was issued. */
  offsetMs: z.optional(z.number()),
});

/** One state of the record. */
export type RotationRecord = z.infer<typeof rotationRecordSchema>;

/** The record of a new session, without the hashes of earlier ones. */
export function beginRotation(pair: TokenPair, hash: string | null): RotationRecord {
  return { current: pair, currentHash: hash, replaced: [] };
}

/** The record after `presentedHash` was exchanged for `pair`. */
export function continueRotation(
  record: RotationRecord | null,
  presentedHash: string,
  pair: TokenPair,
  hash: string | null,
): RotationRecord {
  const sameFamily = record?.currentHash === presentedHash;
  const replaced = [...(sameFamily ? record.replaced : []), presentedHash];
  return { current: pair, currentHash: hash, replaced: replaced.slice(-MAX_REPLACED) };
}

/** The record after a sign-out: no token, but every hash. */
export function endRotation(record: RotationRecord): RotationRecord {
  const replaced = record.currentHash === null ? record.replaced : [...record.replaced, record.currentHash];
  return { current: null, currentHash: null, replaced: replaced.slice(-MAX_REPLACED) };
}

/**
 * Which pair is current: local storage's, unless the record lists its refresh token as replaced; then the record's, which is
 * null after a sign-out.
 */
export function resolvePair(
  local: TokenPair,
  localHash: string | null,
  record: RotationRecord | null,
): TokenPair | null {
  if (!record || localHash === null) return local;
  if (record.replaced.includes(localHash)) return record.current;
  // An expiry that somebody else has written counts as it is written.
  if (record.currentHash !== localHash || record.current?.refreshExpiresAt !== local.refreshExpiresAt) return local;
  // Local storage has no key for the clock's offset at the time of issue.
  return { ...local, clockOffsetMs: record.current.clockOffsetMs };
}
