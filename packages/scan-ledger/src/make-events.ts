import { type Scan, scan as scanSchema, type Undo } from '@scantix/api-contract';
import { LedgerError } from './ledger-error.ts';
import type { ScanToRecord } from './scan-ledger.ts';
import type { ClockReading } from './sender/clock-offset.ts';

/** What the wire takes of the symbol's bytes: 16,384 characters of base64. */
const MAX_RAW_BYTES = 12_288;

export interface Circumstances {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly claimedAt: number;
  readonly clock: ClockReading | null;
  readonly deviceId: string;
  readonly claimedBy: string;
}

/** That something happened, when by which clock, where and through whom. */
export function makeEvent({ id, claimedAt, clock, deviceId, claimedBy }: Circumstances): Undo {
  return {
    id,
    claimed_at: new Date(claimedAt).toISOString(),
    ...(clock && { clock_offset_ms: clock.offsetMs, clock_checked_at: new Date(clock.checkedAt).toISOString() }),
    device_id: deviceId,
    claimed_by: claimedBy,
  };
}

/**
 * The scan as it is kept and sent.
 * @throws LedgerError `invalid`
 */
export function makeScan(read: ScanToRecord, circumstances: Circumstances): Scan {
  const { barcode, raw, symbology, scanMethod, mode, checkpointId } = read;
  const parsed = scanSchema.safeParse({
    ...makeEvent(circumstances),
    barcode,
    ...(raw && raw.length > 0 && raw.length <= MAX_RAW_BYTES ? { raw: toBase64(raw) } : {}),
    symbology,
    scan_method: scanMethod,
    mode,
    checkpoint_id: checkpointId,
  });
  if (!parsed.success) throw new LedgerError('invalid', parsed.error);
  return parsed.data;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
