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

/** When a scan was made by the server's clock, as well as that is known: epoch milliseconds. */
export function serverTimeOf({ claimed_at, clock_offset_ms = 0 }: LedgerScan['scan']): number {
  return Date.parse(claimed_at) + clock_offset_ms;
}

/**
 * The ticket with what this device did to it and the snapshot does not hold yet. `null` where that cannot be told:
 * then nobody may claim to know.
 *
 * @param askedAt what the server answered before this instant (device's clock) is in the state, or was taken back since
 */
export function withOwnScans(state: TicketState, own: readonly LedgerScan[], askedAt: number): TicketState | null {
  const effects = new Map(own.flatMap((scan) => effectOf(scan, state) ?? []).map((effect) => [effect.scanId, effect]));
  let folded = state;
  for (const { scan, receivedAt, undo } of own) {
    const effect = effects.get(scan.id);
    if (!effect) continue;
    const undone = undo !== undefined && undo.sync !== 'refused';
    if (state.recentEffects.some(({ scanId }) => scanId === scan.id)) {
      if (undone) folded = withdrawEffect(folded, effect, standing(folded, effects, scan.id));
      continue;
    }
    if (undone || (receivedAt !== undefined && Date.parse(receivedAt) < askedAt)) continue;
    // Older than all that the state names: it may be in there, unnamed.
    const oldest = state.recentEffects.length < MAX_RECENT_EFFECTS ? undefined : state.recentEffects[0];
    if (oldest && effect.at < oldest.at) return null;
    folded = applyEffect(folded, effect);
  }
  return folded;
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
