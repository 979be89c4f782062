import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Random } from '../system/random.ts';

/** Of Standard Webhooks 1.0.0: before a symmetric secret in base64. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret as a receiver gets it. */
export function newSecret(random: Random): string {
  return PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');
}

/** Seals a secret for the database, bound to its webhook (AES-256-GCM: nonce, ciphertext, tag). */
export function sealSecret(
  secret: string,
  { key, webhookId, random }: { key: Uint8Array; webhookId: string; random: Random },
): Uint8Array {
  const nonce = random(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(webhookId));
  return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Opens a sealed secret; `null`: it was sealed under another `AUTH_SECRET`. */
export function openSecret(
  sealed: Uint8Array,
  { key, webhookId }: { key: Uint8Array; webhookId: string },
): string | null {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(webhookId))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/**
 * The headers of a message (Standard Webhooks 1.0.0). Each secret signs; a receiver needs to know one of them.
 * @param at epoch milliseconds of the attempt
 */
export function signatureHeaders(
  message: { readonly id: string; readonly body: string },
  { secrets, at }: { secrets: readonly string[]; at: number },
): Record<string, string> {
  const timestamp = Math.floor(at / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
