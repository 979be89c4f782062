import type { Certainty, Verdict } from '../verdict.ts';
import type { Decision } from './decide-verdict.ts';

/** A decision as a verdict on the wire; `at` is when it was made, in epoch milliseconds. */
export function toVerdict(
  { outcome, reason, ticket, firstUse, worksAt }: Decision,
  { mode, at, certainty }: Pick<Verdict, 'mode'> & { at: number; certainty: Exclude<Certainty, 'pending'> },
): Verdict {
  return {
    outcome,
    reason,
    certainty,
    mode,
    decided_at: new Date(at).toISOString(),
    ...(ticket ? { ticket } : {}),
    ...(firstUse ? { first_use: firstUse } : {}),
    ...(worksAt ? { works_at: [...worksAt] } : {}),
  };
}
