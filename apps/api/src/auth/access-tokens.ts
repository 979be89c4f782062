import { uuid } from '@scantix/api-contract';
import { jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Clock } from '../system/clock.ts';
import type { Secrets } from './secrets.ts';

const ISSUER = 'scantix';
const AUDIENCE = 'scantix-api';
const TYPE = 'at+jwt';

const claims = z.object({ sub: uuid, sid: uuid });

/** Signed tokens that name a session. Its row is read at every call, so a token alone grants nothing. */
export interface AccessTokens {
  issue(claims: { clerkId: string; sessionId: string; lifetimeS: number }): Promise<string>;
  /** `null`: the token is expired, or another installation's. */
  verify(token: string): Promise<{ clerkId: string; sessionId: string } | null>;
}

/** Creates the tokens of one installation. */
export function createAccessTokens({
  secrets,
  clock,
  newId,
}: {
  secrets: Secrets;
  clock: Clock;
  newId: () => string;
}): AccessTokens {
  return {
    issue({ clerkId, sessionId, lifetimeS }) {
      const issuedAt = Math.floor(clock.now() / 1000);
      return (
        new SignJWT({ sid: sessionId })
          .setProtectedHeader({ alg: 'HS256', typ: TYPE })
          .setIssuer(ISSUER)
          .setAudience(AUDIENCE)
          .setSubject(clerkId)
          // Without an id (RFC 7519 section 4.1.7) two tokens of one session and second would be equal.
          .setJti(newId())
          .setIssuedAt(issuedAt)
          .setExpirationTime(issuedAt + lifetimeS)
          .sign(secrets.accessTokenKey)
      );
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, secrets.accessTokenKey, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['exp', 'iat', 'sub', 'sid'],
          currentDate: new Date(clock.now()),
        });
        const { sub, sid } = claims.parse(payload);
        return { clerkId: sub, sessionId: sid };
      } catch {
        return null;
      }
    },
  };
}
