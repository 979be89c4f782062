interface Claim {
  readonly claimed_at: string;
  readonly clock_offset_ms?: number | undefined;
  readonly clock_checked_at?: string | undefined;
}

/**
 * When a device's claim happened, on this server's clock: the claimed time corrected by the offset that the device
 * measured; not before that measurement, since the claim came after it, and not after the receipt. A clock that was
 * set back since the device last heard of the server, or set forward, wins nothing.
 */
export function happenedAt({ claimed_at, clock_offset_ms = 0, clock_checked_at }: Claim, receivedAt: number): number {
  const corrected = Date.parse(claimed_at) + clock_offset_ms;
  const checked = clock_checked_at === undefined ? 0 : Date.parse(clock_checked_at);
  return Math.round(Math.min(receivedAt, Math.max(0, corrected, checked)));
}
