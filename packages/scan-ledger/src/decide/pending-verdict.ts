import type { Reason, ScanMode, Verdict } from '@scantix/api-contract';

/** Why nobody has decided. */
export type PendingReason = Extract<Reason, 'not_in_snapshot' | 'snapshot_stale' | 'server_unreachable'>;

/** Nobody has decided: kept and sent later, staff decide by eye. */
export function pendingVerdict(mode: ScanMode, now: number, reason: PendingReason = 'server_unreachable'): Verdict {
  return { outcome: 'undecided', reason, certainty: 'pending', mode, decided_at: new Date(now).toISOString() };
}
