import type { Scan } from '../scans.ts';

/** A device's clock as a scan or an undo reports it. */
export type ClaimedTime = Pick<Scan, 'claimed_at' | 'clock_offset_ms' | 'clock_checked_at'>;

/**
 * When a claim of a device happened, in epoch milliseconds on the server's clock: the claimed time corrected by the
 * offset that the device measured. It is not before that measurement, since the claim came after it, and not after
 * `receivedAt`, where the claim has been received. A clock that was set back or forward gains nothing.
 */
export function happenedAt(
  { claimed_at, clock_offset_ms = 0, clock_checked_at }: ClaimedTime,
  { receivedAt = Number.POSITIVE_INFINITY }: { receivedAt?: number } = {},
): number {
  const corrected = Date.parse(claimed_at) + clock_offset_ms;
  const checked = clock_checked_at === undefined ? 0 : Date.parse(clock_checked_at);
  return Math.round(Math.min(receivedAt, Math.max(0, corrected, checked)));
}
