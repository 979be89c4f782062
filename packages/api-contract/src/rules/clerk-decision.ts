import type { ClerkDecision } from '../clerk-decisions.ts';
import type { Reason, Verdict } from '../verdict.ts';

const OUTCOME_OF = { let_in: 'accepted', turned_away: 'refused' } as const;

/** Why neither server nor device decided. With another outcome than `undecided` it says why the clerk did. */
const OPEN_REASONS: readonly Reason[] = ['not_in_snapshot', 'snapshot_stale', 'server_unreachable'];

/**
 * The verdict of a scan that was left undecided, after its clerk has decided. It is a device's verdict with the reason
 * why nobody else had decided, so a server or an app that knows of no clerk's decision gives it the same effect.
 */
export function decideByClerk(
  undecided: Verdict,
  decision: ClerkDecision,
  decidedAt: string = undecided.decided_at,
): Verdict {
  return { ...undecided, outcome: OUTCOME_OF[decision], certainty: 'device', decided_at: decidedAt };
}

/** What a clerk decided; `null` where the verdict is not a clerk's. */
export function clerkDecisionOf({ outcome, reason, certainty }: Verdict): ClerkDecision | null {
  if (certainty !== 'device' || !OPEN_REASONS.includes(reason)) return null;
  if (outcome === OUTCOME_OF.let_in) return 'let_in';
  return outcome === OUTCOME_OF.turned_away ? 'turned_away' : null;
}

/** Whether a clerk may decide what this verdict leaves open. A check lets nobody in. */
export function isForClerk({ outcome, reason, mode }: Verdict): boolean {
  return outcome === 'undecided' && OPEN_REASONS.includes(reason) && mode !== 'check';
}
