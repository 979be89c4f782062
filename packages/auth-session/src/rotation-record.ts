import * as z from 'zod/mini';
import { type TokenPair, tokenPairSchema } from './token-pair.ts';

/** More replaced tokens than any tab or restored browser can still hold; older ones are forgotten. */
const MAX_REPLACED = 64;

/**
 * What this browser knows of its rotations. Local storage is not read consistently by several tabs and is set back by
 * a browser crash; this record, in IndexedDB, tells a token that has been replaced from one that is new.
 */
export const rotationRecordSchema = z.object({
  /** Null after a sign-out: the hashes stay, so that a crash cannot bring the session back. */
  current: z.nullable(tokenPairSchema),
  /** Hash of the refresh token of `current`; identifies this state of the record. */
  currentHash: z.nullable(z.string()),
  /** Hashes of the refresh tokens that were replaced, oldest first. */
  replaced: z.array(z.string()),
});
export type RotationRecord = z.infer<typeof rotationRecordSchema>;

/** The record of a session that has just begun: it knows nothing of earlier ones. */
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
 * Which pair holds: local storage's, unless the record knows its refresh token as replaced; then the record's, which is
 * null after a sign-out.
 */
export function resolvePair(
  local: TokenPair,
  localHash: string | null,
  record: RotationRecord | null,
): TokenPair | null {
  if (!record || localHash === null) return local;
  if (record.replaced.includes(localHash)) return record.current;
  if (record.currentHash !== localHash || !record.current) return local;
  // Local storage has no place for the clock's offset at the time of issue.
  return { ...local, clockOffsetMs: record.current.clockOffsetMs };
}
