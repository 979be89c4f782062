import { createHash } from 'node:crypto';
import { type DeviceKey, PROOF_TOLERANCE_MS, PROOF_TYPE, proofClaims } from '@scantix/api-contract';
import { importJWK, jwtVerify } from 'jose';

/** What a proof must be of. */
export interface ProofOf {
  readonly key: DeviceKey;
  /** The path of the call. */
  readonly path: string;
  /** The token that the call presents. */
  readonly token: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** `stale`: it is right but for its time, as of a device whose clock is wrong. */
export type ProofCheck =
  | { readonly kind: 'valid'; readonly id: string }
  | { readonly kind: 'stale' }
  | { readonly kind: 'invalid' };

/** Longer than any proof of an app; what is longer is not parsed. */
const MAX_PROOF_LENGTH = 1_024;

/** Checks who signed a proof, for which call and token, and when. Whether it was used before is not checked. */
export async function checkProof(proof: string, { key, path, token, now }: ProofOf): Promise<ProofCheck> {
  if (proof.length > MAX_PROOF_LENGTH) return { kind: 'invalid' };
  try {
    // By these options no algorithm but ES256 is taken, and no key but the one given.
    const { payload } = await jwtVerify(proof, await importJWK({ ...key }, 'ES256'), {
      algorithms: ['ES256'],
      typ: PROOF_TYPE,
      // Only `iat` counts, below.
      currentDate: new Date(0),
    });
    const claims = proofClaims.parse(payload);
    if (claims.htu !== path || claims.tth !== tokenHash(token)) return { kind: 'invalid' };
    const isOfNow = Math.abs(claims.iat * 1000 - now) <= PROOF_TOLERANCE_MS;
    return isOfNow ? { kind: 'valid', id: claims.jti } : { kind: 'stale' };
  } catch {
    return { kind: 'invalid' };
  }
}

function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
