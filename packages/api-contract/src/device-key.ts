import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { label } from './primitives.ts';

/** A coordinate of a point on P-256: 32 bytes in base64url (RFC 7518 section 6.2.1). */
const coordinate = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));

/** The public part of a device's key, a JSON Web Key for ES256. */
export const deviceKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate });
/** The public part of a device's key. */
export type DeviceKey = z.infer<typeof deviceKey>;

/** The `typ` of a {@link registerDeviceKey proof}. */
export const PROOF_TYPE = 'scantix-proof+jwt';

/** How far the time of a proof may be from the server's, in milliseconds. */
export const PROOF_TOLERANCE_MS = 120_000;

/**
 * What a device signs: a JWS in the manner of RFC 9449. Its address is the path of the contract, since a proxy may have
 * changed the rest.
 */
export const proofClaims = z.object({
  /** The method of the call. */
  htm: z.literal('POST'),
  /** The path of the call. */
  htu: label(128),
  /** Seconds since 1970 on the server's clock. */
  iat: z.number(),
  /** Drawn for each proof. */
  jti: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
  /** SHA-256, in base64url, of the token that the call presents. */
  tth: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});
/** What a device signs. */
export type ProofClaims = z.infer<typeof proofClaims>;

/** POST /v0/auth/device-key: binds the session to the key of its device, once. The proof is for the access token. */
export const registerDeviceKey = defineEndpoint({
  method: 'POST',
  path: '/v0/auth/device-key',
  needs: 'session',
  body: z.object({ key: deviceKey, proof: label(1024) }),
  response: z.object({ success: z.literal(true) }),
});

/** The most handles in one {@link deliverRevocations} call. */
export const MAX_REVOCATIONS = 32;

/**
 * POST /v0/auth/revocations: ends the sessions whose handles came beside their sign-ins, for sign-outs that could not be
 * delivered. It succeeds however often it is called, and tells nothing of handles that nobody was given.
 */
export const deliverRevocations = defineEndpoint({
  method: 'POST',
  path: '/v0/auth/revocations',
  needs: 'anybody',
  body: z.object({ handles: z.array(label(128)).check(z.minLength(1), z.maxLength(MAX_REVOCATIONS)) }),
  response: z.object({ success: z.literal(true) }),
});
