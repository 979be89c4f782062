import * as z from 'zod/mini';

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

/** A token is expired when its expiry is at or before now. */
export function isExpired(expiresAt: number, now: number): boolean {
  return expiresAt <= now;
}
