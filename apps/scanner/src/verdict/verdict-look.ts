import type { Outcome, Verdict } from '@scantix/api-contract';

/**
 * How a verdict looks: like its outcome, or in one of three ways that nobody takes for an admission. `repeat` is neutral,
 * because the ticket has been counted and nobody knows who shows it now; `check` and `undone` are outlines without a fill.
 */
export type VerdictLook = Outcome | 'repeat' | 'check' | 'undone';

/** What else is known about a verdict. */
export interface VerdictContext {
  /** Whether the entry or exit has been taken back. */
  readonly isUndone?: boolean;
  /** Whether the code was only looked up. */
  readonly isLookup?: boolean;
}

/** The look of a verdict. */
export function lookOf(
  { outcome, reason, mode }: Pick<Verdict, 'outcome' | 'reason' | 'mode'>,
  { isUndone = false, isLookup = false }: VerdictContext = {},
): VerdictLook {
  if (isUndone) return 'undone';
  if (outcome === 'accepted' && (mode === 'check' || isLookup)) return 'check';
  return reason === 'self_repeat' ? 'repeat' : outcome;
}
