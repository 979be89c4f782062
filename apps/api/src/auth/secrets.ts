import { hkdfSync } from 'node:crypto';

/** The keys that follow from `AUTH_SECRET`, each for one purpose. */
export interface Secrets {
  /** Seals the private halves of the signing keys. */
  readonly signingSealKey: Uint8Array;
  /** Names the secret beside what it sealed, and says nothing of it. */
  readonly secretId: Uint8Array;
  readonly refreshTokenKey: Uint8Array;
  /** Of the hashes by which refresh tokens are found. */
  readonly refreshHashKey: Uint8Array;
  /** Seals the secrets of webhooks. */
  readonly webhookKey: Uint8Array;
  /** Of the cookies of devices on which somebody has signed in. */
  readonly deviceCookieKey: Uint8Array;
  /** Of the handles that end a session. */
  readonly revocationKey: Uint8Array;
}

/** Derives the keys from the operator's secret. */
export function deriveSecrets(authSecret: string): Secrets {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', authSecret, 'scantix', purpose, 32));
  return {
    signingSealKey: derive('signing-key-seal'),
    secretId: derive('secret-id').slice(0, 16),
    refreshTokenKey: derive('refresh-token'),
    refreshHashKey: derive('refresh-token-hash'),
    webhookKey: derive('webhook-secret'),
    deviceCookieKey: derive('device-cookie'),
    revocationKey: derive('revocation'),
  };
}
