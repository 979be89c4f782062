import type { KeyObject } from 'node:crypto';
import { uuid } from '@scantix/api-contract';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '../system/clock.ts';
import type { SigningKeys } from './signing-keys.ts';

const ISSUER = 'scantix';
const AUDIENCE = 'scantix-api';
const TYPE = 'at+jwt';
/** The only one: what a token says of its algorithm chooses nothing. */
const ALGORITHM = 'EdDSA';

const claims = z.object({ sub: uuid, sid: uuid, exp: z.number() });

/** A verification costs several times what a scan does, and a device sends one token for an hour. */
const REMEMBERED = 10_000;

/** What a token says. */
export interface AccessClaims {
  readonly clerkId: string;
  readonly sessionId: string;
  /** The key that signed it. */
  readonly kid: string;
}

/** Signed tokens that name a session. Its row is read at every call, so a token alone grants nothing. */
export interface AccessTokens {
  issue(claims: { clerkId: string; sessionId: string; lifetimeS: number }): Promise<string>;
  /**
   * `null`: the token is expired, or another installation's.
   * @param at when it must not be expired, in epoch milliseconds. @default now
   */
  verify(token: string, at?: number): Promise<AccessClaims | null>;
}

/** Creates the tokens of one installation. */
export function createAccessTokens({
  keys,
  clock,
  newId,
  remembered = REMEMBERED,
}: {
  keys: SigningKeys;
  clock: Clock;
  newId: () => string;
  /** How many verified tokens are not verified again. @default 10000 */
  remembered?: number;
}): AccessTokens {
  /** What verified tokens say, the oldest first. */
  const verified = new Map<string, { readonly said: AccessClaims; readonly expiresAt: number }>();

  return {
    async issue({ clerkId, sessionId, lifetimeS }) {
      const { kid, privateKey } = await keys.getSigner();
      const issuedAt = Math.floor(clock.now() / 1000);
      return (
        new SignJWT({ sid: sessionId })
          .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid })
          .setIssuer(ISSUER)
          .setAudience(AUDIENCE)
          .setSubject(clerkId)
          // Without an id (RFC 7519 section 4.1.7) two tokens of one session and second would be equal.
          .setJti(newId())
          .setIssuedAt(issuedAt)
          .setExpirationTime(issuedAt + lifetimeS)
          .sign(privateKey)
      );
    },
    async verify(token, at = clock.now()) {
      const known = verified.get(token);
      if (known) {
        const isGood = known.expiresAt > Math.floor(at / 1000) && (await keys.findVerifier(known.said.kid));
        if (!isGood) verified.delete(token);
        return isGood ? known.said : null;
      }
      try {
        const { payload, protectedHeader } = await jwtVerify(token, findKey, {
          algorithms: [ALGORITHM],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
          currentDate: new Date(at),
        });
        const { sub, sid, exp } = claims.parse(payload);
        const said = { clerkId: sub, sessionId: sid, kid: protectedHeader.kid ?? '' };
        const [oldest] = verified.size < remembered ? [] : verified.keys();
        if (oldest !== undefined) verified.delete(oldest);
        verified.set(token, { said, expiresAt: exp });
        return said;
      } catch (error) {
        // Of the database, say: that is no word on the token.
        if (!(error instanceof errors.JOSEError) && !(error instanceof z.core.$ZodError)) throw error;
        return null;
      }
    },
  };

  async function findKey({ kid }: { kid?: string }): Promise<KeyObject> {
    const key = typeof kid === 'string' ? await keys.findVerifier(kid) : null;
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  }
}
