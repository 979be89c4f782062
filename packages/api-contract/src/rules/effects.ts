import type { TicketState } from './decide-verdict.ts';

export const EFFECT_KINDS = ['enter', 'leave'] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** What one scan did to its ticket. */
export interface ScanEffect {
  readonly scanId: string;
  readonly kind: EffectKind;
  /** When it happened: epoch milliseconds on the server's clock, as well as that is known. */
  readonly at: number;
  readonly deviceId: string;
  readonly checkpointId: string;
  /** The name of the clerk and of the checkpoint, for who is told of the first use. */
  readonly clerk: string;
  readonly checkpoint: string;
}

/** How many of its newest effects a ticket's state names. */
export const MAX_RECENT_EFFECTS = 8;

/**
 * The ticket after a scan. Server and device fold history with it: the same effects in any order give the same state,
 * so a scan that a device delivers late finds its place. An effect that the state names already changes nothing.
 */
export function applyEffect(state: TicketState, effect: ScanEffect): TicketState {
  if (state.recentEffects.some(({ scanId }) => scanId === effect.scanId)) return state;
  const { scanId, kind, at, deviceId, checkpointId, clerk, checkpoint } = effect;
  const recent = [...state.recentEffects, { scanId, at, kind }].sort(byTime);
  const moved = { ...state, inside: recent.at(-1)?.kind === 'enter', recentEffects: recent.slice(-MAX_RECENT_EFFECTS) };
  if (kind === 'leave') return moved;
  const first = state.firstUse;
  const last = state.lastEntry;
  return {
    ...moved,
    entriesUsed: state.entriesUsed + 1,
    firstUse:
      first && byTime({ at: Date.parse(first.at), scanId: first.scan_id }, effect) < 0
        ? first
        : { scan_id: scanId, at: new Date(at).toISOString(), clerk, checkpoint },
    lastEntry: last && byTime(last, effect) > 0 ? last : { scanId, at, deviceId, checkpointId },
  };
}

/**
 * The ticket as if a scan had not been. `standing`: the effects that are left, as far as they are known: the server
 * knows all of them, a device its own.
 */
export function withdrawEffect(
  state: TicketState,
  { kind }: Pick<ScanEffect, 'kind'>,
  standing: readonly ScanEffect[],
): TicketState {
  const unused = { ...state, inside: false, firstUse: null, lastEntry: null, recentEffects: [] };
  const folded = standing.reduce(applyEffect, unused);
  return { ...folded, entriesUsed: Math.max(0, state.entriesUsed - (kind === 'enter' ? 1 : 0)) };
}

function byTime(one: { at: number; scanId: string }, other: { at: number; scanId: string }): number {
  return one.at - other.at || (one.scanId < other.scanId ? -1 : 1);
}
