import { createHmac } from 'node:crypto';
import type { Random } from '../system/random.ts';
import type { Secrets } from './secrets.ts';

/** An opaque refresh token, and its hash for the database. */
export interface RefreshToken {
  readonly text: string;
  readonly hash: Uint8Array;
}

/** The first token of a session. */
export function firstRefreshToken(random: Random, secrets: Secrets): RefreshToken {
  return refreshToken(Buffer.from(random(32)).toString('base64url'), secrets);
}

/** A presented token. Its hash is keyed, so no token is found under another secret: a new one ends every session. */
export function refreshToken(text: string, { refreshHashKey }: Secrets): RefreshToken {
  return { text, hash: createHmac('sha256', refreshHashKey).update(text).digest() };
}

/**
 * The token that follows. It is derived, not random: a repeated refresh (the answer was lost, or two tabs asked at once)
 * gets the same child, although the database has only its hash.
 */
export function childOf({ text }: RefreshToken, secrets: Secrets): RefreshToken {
  return refreshToken(createHmac('sha256', secrets.refreshTokenKey).update(text).digest('base64url'), secrets);
}
