import { type Scan, scan as scanSchema } from '@scantix/api-contract';
import { LedgerError } from './ledger-error.ts';
import type { ScanToRecord } from './scan-ledger.ts';

/** What the wire takes of the symbol's bytes: 16,384 characters of base64. */
const MAX_RAW_BYTES = 12_288;

export interface ScanCircumstances {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly claimedAt: number;
  readonly clockOffsetMs: number | null;
  readonly deviceId: string;
  readonly claimedBy: string;
}

/**
 * The scan as it is kept and sent.
 * @throws LedgerError `invalid`
 */
export function makeScan(read: ScanToRecord, circumstances: ScanCircumstances): Scan {
  const { id, claimedAt, clockOffsetMs, deviceId, claimedBy } = circumstances;
  const { barcode, raw, symbology, scanMethod, mode, checkpointId } = read;
  const parsed = scanSchema.safeParse({
    id,
    barcode,
    ...(raw && raw.length > 0 && raw.length <= MAX_RAW_BYTES ? { raw: toBase64(raw) } : {}),
    symbology,
    scan_method: scanMethod,
    mode,
    checkpoint_id: checkpointId,
    claimed_at: new Date(claimedAt).toISOString(),
    ...(clockOffsetMs === null ? {} : { clock_offset_ms: clockOffsetMs }),
    device_id: deviceId,
    claimed_by: claimedBy,
  });
  if (!parsed.success) throw new LedgerError('invalid', parsed.error);
  return parsed.data;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
