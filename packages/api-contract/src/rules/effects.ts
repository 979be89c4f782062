import type { Scan } from '../scans.ts';
import type { EffectKind, TicketState } from './ticket-state.ts';

/** What one scan did to its ticket. */
export interface ScanEffect {
  readonly scanId: string;
  readonly kind: EffectKind;
  /** When it happened: epoch milliseconds on the server's clock, as exactly as that is known. */
  readonly at: number;
  readonly deviceId: string;
  readonly checkpointId: string;
  /** The clerk's name, as a verdict shows it with the first use. */
  readonly clerk: string;
  /** The checkpoint's name, as a verdict shows it with the first use. */
  readonly checkpoint: string;
}

/** How many of its newest effects a ticket's state names. */
export const MAX_RECENT_EFFECTS = 8;

/** The effect of a scan on its ticket; `clerk` and `checkpoint` are names. */
export function scanEffect(
  scan: Pick<Scan, 'id' | 'device_id' | 'checkpoint_id'>,
  what: Pick<ScanEffect, 'kind' | 'at' | 'clerk' | 'checkpoint'>,
): ScanEffect {
  return { scanId: scan.id, ...what, deviceId: scan.device_id, checkpointId: scan.checkpoint_id };
}

/**
 * The ticket after a scan. Server and device apply the history with it: the same effects in any order give the same
 * state, so a scan that arrives late takes effect at its own time. An effect that the state names changes nothing.
 */
export function applyEffect(state: TicketState, effect: ScanEffect): TicketState {
  if (state.recentEffects.some(({ scanId }) => scanId === effect.scanId)) return state;
  const { scanId, kind, at, deviceId, checkpointId, clerk, checkpoint } = effect;
  const recentEffects = [...state.recentEffects, { scanId, at, kind }].sort(byTime).slice(-MAX_RECENT_EFFECTS);
  if (kind === 'leave') return { ...state, inside: state.inside - 1, recentEffects };
  const first = state.firstUse;
  const last = state.lastEntry;
  return {
    ...state,
    entriesUsed: state.entriesUsed + 1,
    inside: state.inside + 1,
    recentEffects,
    firstUse:
      first && byTime({ at: Date.parse(first.at), scanId: first.scan_id }, effect) < 0
        ? first
        : { scan_id: scanId, at: new Date(at).toISOString(), clerk, checkpoint },
    lastEntry: last && byTime(last, effect) > 0 ? last : { scanId, at, deviceId, checkpointId },
  };
}

/**
 * The ticket as if a scan had not happened. `remaining`: the other effects as far as they are known; the server knows
 * all that it has not deleted, a device only its own.
 */
export function withdrawEffect(
  state: TicketState,
  { scanId, kind }: Pick<ScanEffect, 'scanId' | 'kind'>,
  remaining: readonly ScanEffect[],
): TicketState {
  const firstUse = state.firstUse?.scan_id === scanId ? null : state.firstUse;
  // The state also names scans that were deleted since.
  const recentEffects = state.recentEffects.filter(
    (named) => named.scanId !== scanId && !remaining.some((one) => one.scanId === named.scanId),
  );
  const folded = remaining.reduce(applyEffect, { ...state, firstUse, lastEntry: null, recentEffects });
  if (kind === 'leave') return { ...folded, entriesUsed: state.entriesUsed, inside: state.inside + 1 };
  return { ...folded, entriesUsed: Math.max(0, state.entriesUsed - 1), inside: state.inside - 1 };
}

function byTime(one: { at: number; scanId: string }, other: { at: number; scanId: string }): number {
  return one.at - other.at || (one.scanId < other.scanId ? -1 : 1);
}
