import { hkdfSync } from 'node:crypto';

/** The keys of the tokens, each for one purpose. */
export interface Secrets {
  readonly accessTokenKey: Uint8Array;
  readonly refreshTokenKey: Uint8Array;
  /** Of the hashes by which refresh tokens are found. */
  readonly refreshHashKey: Uint8Array;
}

/** Derives the keys from the operator's secret. */
export function deriveSecrets(authSecret: string): Secrets {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', authSecret, 'scantix', purpose, 32));
  return {
    accessTokenKey: derive('access-token'),
    refreshTokenKey: derive('refresh-token'),
    refreshHashKey: derive('refresh-token-hash'),
  };
}
