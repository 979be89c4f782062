import * as z from 'zod/mini';
import { type TokenPair, tokenPairSchema } from './token-pair.ts';

/** More replaced tokens than any tab or restored browser can still hold; older hashes are dropped. */
const MAX_REPLACED = 64;

/** More sign-outs than a device has in a week without a network; the oldest are dropped. */
const MAX_REVOCATIONS = 32;

/** What a server said beside the tokens, in headers; one of another maker says nothing. */
const serverOfferSchema = z.object({
  /** The `baseUrl` of that server: nobody else gets a proof or a handle. */
  server: z.string(),
  /** Whether it takes the proofs of a device's key. */
  takesProofs: z.boolean(),
  /** Ends the session on the server and can do nothing else; null: the server gave none. */
  handle: z.nullable(z.string()),
});

/** What a server said beside the tokens. */
export type ServerOffer = z.infer<typeof serverOfferSchema>;

const revocationSchema = z.object({ server: z.string(), handle: z.string(), endsAt: z.number() });

/** A sign-out that may not have reached its server; the session ends by itself at `endsAt`, epoch milliseconds. */
export type Revocation = z.infer<typeof revocationSchema>;

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
  /** The latest time at which a page has used `current`, on the clock that its expiries are of. */
  seenMs: z.optional(z.number()),
  offer: z.optional(serverOfferSchema),
  /** Sign-outs that may not have reached their server, oldest first. */
  revocations: z.optional(z.array(revocationSchema)),
});

/** One state of the record. */
export type RotationRecord = z.infer<typeof rotationRecordSchema>;

/** The record with its own session among the sign-outs that wait. */
export function queueSignOut(record: RotationRecord): RotationRecord {
  const { current, offer, revocations = [] } = record;
  if (!offer?.handle || revocations.some(({ handle }) => handle === offer.handle)) return record;
  const own = { server: offer.server, handle: offer.handle, endsAt: current?.refreshExpiresAt ?? 0 };
  return { ...record, revocations: [...revocations, own].slice(-MAX_REVOCATIONS) };
}

/** Whether the token of `hash` is, or was, one of the record's session. */
export function hasToken({ currentHash, replaced }: RotationRecord, hash: string | null): boolean {
  return [currentHash, ...replaced].includes(hash);
}

/** The record of a new session, without the hashes of earlier ones. A session that it replaces counts as signed out. */
export function beginRotation(
  pair: TokenPair,
  hash: string | null,
  offer?: ServerOffer,
  before: RotationRecord | null = null,
): RotationRecord {
  const left = before && before.currentHash !== hash ? queueSignOut(before) : before;
  return { current: pair, currentHash: hash, replaced: [], offer, revocations: left?.revocations };
}

/** The record after `presentedHash` was exchanged for `pair`. */
export function continueRotation(
  record: RotationRecord | null,
  presentedHash: string,
  pair: TokenPair,
  hash: string | null,
  offer?: ServerOffer,
): RotationRecord {
  const family = record?.currentHash === presentedHash ? record : null;
  const replaced = [...(family?.replaced ?? []), presentedHash].slice(-MAX_REPLACED);
  const before = family?.offer;
  return {
    current: pair,
    currentHash: hash,
    replaced,
    // The handle comes with the sign-in only.
    offer: offer && before?.server === offer.server ? { ...offer, handle: before.handle } : (offer ?? before),
    revocations: record?.revocations,
  };
}

/** The record after the end of a session: no token, but every hash, and the sign-outs that wait. */
export function endRotation({ currentHash, replaced, revocations }: RotationRecord): RotationRecord {
  const hashes = currentHash === null ? replaced : [...replaced, currentHash];
  return { current: null, currentHash: null, replaced: hashes.slice(-MAX_REPLACED), revocations };
}

/** The record where nobody is signed in: nothing, but sign-outs that wait. */
export function forgetRotation(record: RotationRecord | null): RotationRecord | null {
  const revocations = record?.revocations ?? [];
  return revocations.length === 0 ? null : { current: null, currentHash: null, replaced: [], revocations };
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
