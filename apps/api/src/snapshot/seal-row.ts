import { createCipheriv, createHmac } from 'node:crypto';
import type { TicketState } from '@scantix/api-contract/rules';
import { encodeTicket } from '@scantix/api-contract/snapshot';
import type { Random } from '../random.ts';

const INFO_AND_COUNTER = Buffer.concat([Buffer.from('scantix snapshot row'), Uint8Array.of(1)]);

/**
 * Seals a ticket as `sealTicket` of the contract does, on the calling thread and without a promise for each of its
 * four steps: a page has thousands. One block of HKDF-SHA-256 (RFC 5869) is the key's whole length.
 */
export function sealRow(
  state: TicketState,
  { barcode, key, random }: { barcode: Uint8Array; key: Uint8Array; random: Random },
): Buffer {
  const extracted = createHmac('sha256', key).update(barcode).digest();
  const rowKey = createHmac('sha256', extracted).update(INFO_AND_COUNTER).digest();
  const iv = random(12);
  const cipher = createCipheriv('aes-256-gcm', rowKey, iv);
  return Buffer.concat([iv, cipher.update(encodeTicket(state)), cipher.final(), cipher.getAuthTag()]);
}
