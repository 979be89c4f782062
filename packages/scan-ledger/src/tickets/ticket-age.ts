/** How far back a corrected clock may jump. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Ages from which tickets are stale or expired, in milliseconds. */
export interface TicketAgeLimits {
  readonly staleAfterMs: number;
  readonly expireAfterMs: number;
}

/**
 * Returns how old a complete set of tickets is.
 * @param receivedAt epoch milliseconds
 * @param now epoch milliseconds
 */
export function ticketAge(
  receivedAt: number,
  now: number,
  { staleAfterMs, expireAfterMs }: TicketAgeLimits,
): 'ready' | 'stale' | 'expired' {
  const ageMs = now - receivedAt;
  // The clock was set back: the age is unknown.
  if (ageMs < -CLOCK_TOLERANCE_MS || ageMs >= expireAfterMs) return 'expired';
  return ageMs >= staleAfterMs ? 'stale' : 'ready';
}
