import { type Scan, scan as scanSchema, type Undo } from '@scantix/api-contract';
import type { ClockReading } from './clock-reading.ts';
import { LedgerError } from './ledger-error.ts';
import type { ScanToRecord } from './scan-to-record.ts';

/** The contract's limit on the symbol's bytes: 16,384 characters of base64. */
const MAX_RAW_BYTES = 12_288;

/** Who claims that something happened, when, by which clock and on which device. */
export interface Claim {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly claimedAt: number;
  readonly clock: ClockReading | null;
  readonly deviceId: string;
  readonly claimedBy: string;
  readonly claimedById?: string | undefined;
}

/** Makes the part that scans and undos share. */
export function makeEvent({ id, claimedAt, clock, deviceId, claimedBy, claimedById }: Claim): Undo {
  return {
    id,
    claimed_at: new Date(claimedAt).toISOString(),
    ...(clock && { clock_offset_ms: clock.offsetMs, clock_checked_at: new Date(clock.checkedAt).toISOString() }),
    device_id: deviceId,
    claimed_by: claimedBy,
    ...(claimedById !== undefined && { claimed_by_id: claimedById }),
  };
}

/**
 * Makes the scan as it is stored and sent.
 * @throws LedgerError `invalid`
 */
export function makeScan(read: ScanToRecord, claim: Claim): Scan {
  const { barcode, raw, symbology, scanMethod, mode, checkpointId } = read;
  const parsed = scanSchema.safeParse({
    ...makeEvent(claim),
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
