import { barcodeBytes } from '../barcode-bytes.ts';
import type { TicketState } from '../rules/ticket-state.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { decodeTicket, encodeTicket } from './ticket-codec.ts';

const INFO = 'scantix snapshot row';
const IV_BYTES = 12;

/**
 * Imports the domain's snapshot key from its 32 bytes, so that no script can read it again.
 *
 * @throws TypeError on a page without HTTPS, where a browser has no `crypto.subtle`; DataError for no bytes
 */
export function importSnapshotKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/**
 * The key of a ticket's row in the snapshot: base64 of HMAC-SHA-256(domain snapshot key, barcode bytes).
 *
 * @throws InvalidAccessError for a key that may not sign
 */
export async function ticketKey(snapshotKey: CryptoKey, barcode: string): Promise<string> {
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', snapshotKey, barcodeBytes(barcode))));
}

/**
 * Seals a ticket so that only its barcode opens it: base64 of iv (12 bytes) and AES-256-GCM, under
 * HKDF-SHA-256(barcode bytes, salt = the row's key, info = `scantix snapshot row`).
 *
 * @throws InvalidCharacterError where `key` is not base64
 */
export async function sealTicket(
  state: TicketState,
  {
    barcode,
    key,
    iv = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
  }: { barcode: string; key: string; iv?: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const rowKey = await deriveRowKey(barcode, key, 'encrypt');
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, rowKey, encodeTicket(state));
  const sealed = new Uint8Array(IV_BYTES + ciphertext.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(ciphertext), IV_BYTES);
  return toBase64(sealed);
}

/** Opens a row of the snapshot. @throws if it is corrupt or another barcode's */
export async function openTicket(
  sealed: string,
  { barcode, key }: { barcode: string; key: string },
): Promise<TicketState> {
  const bytes = fromBase64(sealed);
  const rowKey = await deriveRowKey(barcode, key, 'decrypt');
  const iv = bytes.subarray(0, IV_BYTES);
  return decodeTicket(
    new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, rowKey, bytes.subarray(IV_BYTES))),
  );
}

async function deriveRowKey(barcode: string, key: string, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const secret = await crypto.subtle.importKey('raw', barcodeBytes(barcode), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: fromBase64(key), info: new TextEncoder().encode(INFO) },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    [usage],
  );
}
