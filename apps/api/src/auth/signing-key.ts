import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';

/** A pair of keys that signs access tokens (Ed25519). */
export interface SigningKey {
  /** The thumbprint of the public half (RFC 7638). */
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Makes a new pair, and its private half as the database stores it. */
export async function makeSigningKey(sealKey: Uint8Array): Promise<{ kid: string; sealed: Uint8Array }> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { kid } = await toSigningKey(privateKey);
  const nonce = randomBytes(NONCE_BYTES);
  // Bound to its id, so a row does not open under another one.
  const cipher = createCipheriv(CIPHER, sealKey, nonce).setAAD(Buffer.from(kid));
  const text = cipher.update(privateKey.export({ format: 'der', type: 'pkcs8' }));
  return { kid, sealed: Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]) };
}

/**
 * Opens a stored pair. The public half follows from the private one, so nobody who writes to the database alone can add a
 * key that verifies.
 * @throws if it was sealed by another key, or changed
 */
export async function openSigningKey(
  { kid, sealed }: { kid: string; sealed: Uint8Array },
  sealKey: Uint8Array,
): Promise<SigningKey> {
  const decipher = createDecipheriv(CIPHER, sealKey, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(kid))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const der = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  return toSigningKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** The public half as a JSON Web Key (RFC 8037). */
export async function toPublicJwk({ kid, publicKey }: SigningKey): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid, alg: 'EdDSA', use: 'sig' };
}

async function toSigningKey(privateKey: KeyObject): Promise<SigningKey> {
  const publicKey = createPublicKey(privateKey);
  return { kid: await calculateJwkThumbprint(await exportJWK(publicKey)), privateKey, publicKey };
}
