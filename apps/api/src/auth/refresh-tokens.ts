import { createHash, createHmac } from 'node:crypto';
import type { Random } from '../system/random.ts';
import type { Secrets } from './secrets.ts';

/** An opaque refresh token with what the database keeps of it. */
export interface RefreshToken {
  readonly text: string;
  readonly hash: Uint8Array;
}

/** The first token of a session. */
export function firstRefreshToken(random: Random): RefreshToken {
  return refreshToken(Buffer.from(random(32)).toString('base64url'));
}

/** A token that somebody presents. */
export function refreshToken(text: string): RefreshToken {
  return { text, hash: createHash('sha256').update(text).digest() };
}

/**
 * The token that follows. Derived, not drawn: a parent that asks again, since the answer was lost or a second tab asked
 * at the same time, gets the same child although the database knows only its hash.
 */
export function childOf({ text }: RefreshToken, { refreshTokenKey }: Secrets): RefreshToken {
  return refreshToken(createHmac('sha256', refreshTokenKey).update(text).digest('base64url'));
}
