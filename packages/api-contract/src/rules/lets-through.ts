import type { Verdict } from '../verdict.ts';
import type { EffectKind } from './ticket-state.ts';

type Judged = Pick<Verdict, 'outcome' | 'reason' | 'mode'>;

/**
 * Whether a verdict lets a visitor through. A check lets nobody through, and a self-repeat is about a visitor who is
 * through already.
 */
export function letsThrough({ outcome, reason, mode }: Judged): boolean {
  return mode !== 'check' && reason !== 'self_repeat' && (outcome === 'accepted' || outcome === 'attention');
}

/** What a verdict does to the ticket of its code, where there is one. */
export function effectOfVerdict(verdict: Judged): 'none' | EffectKind {
  if (!letsThrough(verdict)) return 'none';
  return verdict.mode === 'exit' ? 'leave' : 'enter';
}
