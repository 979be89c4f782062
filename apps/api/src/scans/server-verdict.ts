import type { ScanMode, Verdict } from '@scantix/api-contract';
import type { Decision } from '@scantix/api-contract/rules';

/** A decision as it goes over the wire, on the server's word. */
export function serverVerdict(decision: Decision, { mode, at }: { mode: ScanMode; at: number }): Verdict {
  return {
    outcome: decision.outcome,
    reason: decision.reason,
    certainty: 'server',
    mode,
    decided_at: new Date(at).toISOString(),
    ...(decision.ticket ? { ticket: decision.ticket } : {}),
    ...(decision.firstUse ? { first_use: decision.firstUse } : {}),
    ...(decision.worksAt ? { works_at: [...decision.worksAt] } : {}),
  };
}
