import type { Reason, ScanMode, Verdict } from '@scantix/api-contract';

/** Why neither the server nor this device decided. */
export type PendingReason = Extract<Reason, 'not_in_snapshot' | 'snapshot_stale' | 'server_unreachable'>;

/**
 * Makes the verdict of a scan that nobody has decided: it is sent later, and staff decide themselves.
 * @param now epoch milliseconds
 */
export function pendingVerdict(mode: ScanMode, now: number, reason: PendingReason = 'server_unreachable'): Verdict {
  return { outcome: 'undecided', reason, certainty: 'pending', mode, decided_at: new Date(now).toISOString() };
}
