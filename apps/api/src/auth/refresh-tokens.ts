import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../system/random.ts';
import type { Secrets } from './secrets.ts';

/** An opaque refresh token, and its hash for the database. */
export interface RefreshToken {
  readonly text: string;
  readonly hash: Uint8Array;
}

/** The first token of a session. */
export function firstRefreshToken(random: Random): RefreshToken {
  return refreshToken(Buffer.from(random(32)).toString('base64url'));
}

/** A presented token. */
export function refreshToken(text: string): RefreshToken {
  return { text, hash: createHash('sha256').update(text).digest() };
}

/**
 * The token that follows. It is derived, not random: a repeated refresh (the answer was lost, or two tabs asked at once)
 * gets the same child, although the database has only its hash.
 */
export function childOf({ text }: RefreshToken, { refreshTokenKey }: Secrets): RefreshToken {
  return refreshToken(createHmac('sha256', refreshTokenKey).update(text).digest('base64url'));
}
