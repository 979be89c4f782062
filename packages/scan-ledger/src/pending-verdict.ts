import type { ScanMode, Verdict } from '@scantix/api-contract';

/** Nobody has decided: kept and sent later, staff decide by eye. */
export function pendingVerdict(mode: ScanMode, now: number): Verdict {
  return {
    outcome: 'undecided',
    reason: 'server_unreachable',
    certainty: 'pending',
    mode,
    decided_at: new Date(now).toISOString(),
  };
}
