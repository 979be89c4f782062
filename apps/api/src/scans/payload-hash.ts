import { createHash } from 'node:crypto';
import type { Scan } from '@scantix/api-contract';

/**
 * What makes a repeat the same scan. The measured clock offset and the device's own verdict stay out: a device may
 * know them better when it sends the scan again.
 */
export function payloadHash(scan: Scan): Uint8Array {
  const identity = [
    scan.id,
    scan.barcode,
    scan.raw ?? null,
    scan.symbology,
    scan.scan_method,
    scan.mode,
    scan.checkpoint_id,
    scan.claimed_at,
    scan.device_id,
    scan.claimed_by,
  ];
  return createHash('sha256').update(JSON.stringify(identity)).digest();
}
