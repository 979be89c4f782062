import * as z from 'zod/mini';
import type { WireTokens } from './auth-answers.ts';

/** The tokens of one session with their expiries in epoch milliseconds of the device's clock. */
export const tokenPairSchema = z.object({
  accessToken: z.string().check(z.minLength(1)),
  expiresAt: z.number(),
  refreshToken: z.nullable(z.string().check(z.minLength(1))),
  refreshExpiresAt: z.nullable(z.number()),
  /** How far the server's clock was ahead of the device's when the pair was issued; null when it is not known. */
  clockOffsetMs: z.nullable(z.number()),
});

/** The tokens of one session. */
export type TokenPair = z.infer<typeof tokenPairSchema>;

/**
 * Lifetimes count from the moment the request was sent: a slow answer makes a token expire early, never late,
 * and a device whose clock is wrong by a day still gets the full lifetime.
 */
export function toTokenPair(tokens: WireTokens, sentAt: number, clockOffsetMs: number | null): TokenPair {
  return {
    accessToken: tokens.access_token,
    expiresAt: sentAt + Math.round(tokens.expires_in * 1000),
    refreshToken: tokens.refresh_token,
    refreshExpiresAt: sentAt + Math.round(tokens.refresh_expires_in * 1000),
    clockOffsetMs,
  };
}

/** A token is expired when its expiry is at or before now. */
export function isExpired(expiresAt: number, now: number): boolean {
  return expiresAt <= now;
}

/** Whether the pair can still be exchanged for a new one. With an unknown expiry the server decides. */
export function canRefresh(pair: TokenPair, now: number): boolean {
  return pair.refreshToken !== null && (pair.refreshExpiresAt === null || !isExpired(pair.refreshExpiresAt, now));
}
