import {
  applyEffect,
  MAX_RECENT_EFFECTS,
  type ScanEffect,
  type TicketState,
  withdrawEffect,
} from '@scantix/api-contract/rules';
import type { LedgerScan } from '../scan-ledger.ts';
import type { Tally } from '../scan-store.ts';

const KINDS: Partial<Record<Tally, ScanEffect['kind']>> = { admitted: 'enter', left: 'leave' };

/**
 * When a scan was made by the server's clock, as well as that is known: epoch milliseconds. Not before the clocks were
 * compared, whatever a clock that was set back since says: the server takes it so too.
 */
export function serverTimeOf({ claimed_at, clock_offset_ms = 0, clock_checked_at }: LedgerScan['scan']): number {
  const corrected = Date.parse(claimed_at) + clock_offset_ms;
  return clock_checked_at === undefined ? corrected : Math.max(corrected, Date.parse(clock_checked_at));
}

/** A ticket as the snapshot holds it. */
export interface HeldTicket {
  readonly state: TicketState;
  /** The newest change that is in it. */
  readonly change: number;
}

/**
 * The ticket with what this device did to it and the snapshot does not hold yet. `null` where that cannot be told:
 * then nobody may claim to know.
 */
export function withOwnScans({ state, change }: HeldTicket, own: readonly LedgerScan[]): TicketState | null {
  const effects = new Map(own.flatMap((scan) => effectOf(scan, state) ?? []).map((effect) => [effect.scanId, effect]));
  let folded = state;
  for (const entry of own) {
    const effect = effects.get(entry.scan.id);
    if (!effect) continue;
    const place = placeOf(entry, effect, { state, change });
    const undone = entry.undo !== undefined && entry.undo.sync !== 'refused';
    const undoMissing = undone && (entry.undo?.change === undefined || entry.undo.change > change);
    if (place === 'unknown' || (place === 'unnamed' && undoMissing)) return null;
    if (place === 'missing' && !undone) folded = applyEffect(folded, effect);
    if (place === 'named' && undoMissing) {
      folded = withdrawEffect(folded, effect, standing(folded, effects, effect.scanId));
    }
  }
  return folded;
}

/**
 * Where a scan's effect is. `unnamed`: the held state is as new as the server's word on the scan, yet others have come
 * after it. `nowhere`: it did nothing to the ticket, or that was taken back since.
 */
function placeOf(
  { scan, sync, change }: LedgerScan,
  { at }: ScanEffect,
  held: HeldTicket,
): 'named' | 'unnamed' | 'missing' | 'unknown' | 'nowhere' {
  const { recentEffects } = held.state;
  if (recentEffects.some(({ scanId }) => scanId === scan.id)) return 'named';
  const namesAll = recentEffects.length < MAX_RECENT_EFFECTS;
  if (sync === 'sent') {
    if (change === undefined) return 'nowhere';
    if (change > held.change) return 'missing';
    return namesAll ? 'nowhere' : 'unnamed';
  }
  return namesAll || at >= (recentEffects[0]?.at ?? 0) ? 'missing' : 'unknown';
}

function effectOf({ scan, verdict, tally, undo }: LedgerScan, state: TicketState): ScanEffect | null {
  const kind = KINDS[undo && verdict ? (verdict.mode === 'exit' ? 'left' : 'admitted') : tally];
  if (!kind || !verdict) return null;
  return {
    scanId: scan.id,
    kind,
    at: verdict.certainty === 'server' ? Date.parse(verdict.decided_at) : serverTimeOf(scan),
    deviceId: scan.device_id,
    checkpointId: scan.checkpoint_id,
    clerk: scan.claimed_by,
    checkpoint: state.worksAt.find(({ id }) => id === scan.checkpoint_id)?.name ?? 'this device',
  };
}

/** What is left of the named effects without one of them, as far as a device knows. */
function standing(state: TicketState, own: ReadonlyMap<string, ScanEffect>, without: string): ScanEffect[] {
  const { firstUse, lastEntry } = state;
  return state.recentEffects
    .filter(({ scanId }) => scanId !== without)
    .map(
      (effect) =>
        own.get(effect.scanId) ?? {
          ...effect,
          deviceId: lastEntry?.scanId === effect.scanId ? lastEntry.deviceId : '',
          checkpointId: lastEntry?.scanId === effect.scanId ? lastEntry.checkpointId : '',
          clerk: firstUse?.scan_id === effect.scanId ? firstUse.clerk : '',
          checkpoint: firstUse?.scan_id === effect.scanId ? firstUse.checkpoint : '',
        },
    );
}
