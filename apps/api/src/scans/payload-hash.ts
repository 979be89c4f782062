import { createHash } from 'node:crypto';
import type { Scan } from '@scantix/api-contract';

/**
 * A hash of a scan's identity: a repeat has the same one. The clock offset and the device's verdict are not part of it,
 * since a device may have better ones when it repeats the scan.
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
