import { type DeviceKey, PROOF_TYPE } from '@scantix/api-contract';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import type { Clock } from '../system/clock.ts';

/** A device with a key of its own. */
export interface TestDevice {
  readonly key: DeviceKey;
  /** Signs a proof for a call of `path` with `token`; `claims` and `header` replace parts of it. */
  prove(path: string, token: string, claims?: object, header?: Partial<JWTHeaderParameters>): Promise<string>;
}

export async function createTestDevice(clock: Clock): Promise<TestDevice> {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const { x = '', y = '' } = await exportJWK(publicKey);
  return {
    key: { kty: 'EC', crv: 'P-256', x, y },
    async prove(htu, token, claims = {}, header = {}) {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
      const tth = Buffer.from(hash).toString('base64url');
      const iat = Math.floor(clock.now() / 1000);
      return new SignJWT({ htm: 'POST', htu, iat, jti: crypto.randomUUID(), tth, ...claims })
        .setProtectedHeader({ alg: 'ES256', typ: PROOF_TYPE, ...header })
        .sign(privateKey);
    },
  };
}
