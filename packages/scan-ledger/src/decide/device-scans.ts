import {
  applyEffect,
  effectOfVerdict,
  happenedAt,
  MAX_RECENT_EFFECTS,
  type ScanEffect,
  scanEffect,
  type TicketState,
  withdrawEffect,
} from '@scantix/api-contract/rules';
import type { HeldTicket } from '../model/known-ticket.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';

/**
 * The ticket that the scan `decided` meets: with this device's scans that the downloaded ticket does not include yet, and
 * without that scan. The server may have recorded it although its answer did not arrive. `null` where it is unknown
 * whether the ticket includes one of the others: then the device must not decide.
 */
export function withDeviceScans(
  { state, change }: HeldTicket,
  deviceScans: readonly LedgerScan[],
  decided: string,
): TicketState | null {
  const effects = new Map(
    deviceScans.flatMap((scan) => effectOf(scan, state) ?? []).map((effect) => [effect.scanId, effect]),
  );
  effects.delete(decided);
  let ticket = state;
  for (const entry of deviceScans) {
    const effect = effects.get(entry.scan.id);
    if (!effect) continue;
    const presence = presenceOf(entry, effect, { state, change });
    const undone = entry.undo !== undefined && entry.undo.sync !== 'refused';
    const undoMissing = undone && (entry.undo?.change === undefined || entry.undo.change > change);
    if (presence === 'unknown' || (presence === 'unnamed' && undoMissing)) return null;
    if (presence === 'missing' && !undone) ticket = applyEffect(ticket, effect);
    if (presence === 'named' && undoMissing) {
      ticket = withdrawEffect(ticket, effect, remainingEffects(ticket, effects, effect.scanId));
    }
  }
  const own = state.recentEffects.find(({ scanId }) => scanId === decided);
  return own ? withdrawEffect(ticket, own, remainingEffects(ticket, effects, decided)) : ticket;
}

/**
 * Whether the ticket includes a scan's effect. `named`: its recent effects name it. `unnamed`: it includes the effect,
 * but newer ones have displaced the name. `missing`: it does not include it yet. `none`: the scan had no effect, or
 * that was undone since.
 */
function presenceOf(
  { scan, sync, change }: LedgerScan,
  { at }: ScanEffect,
  held: HeldTicket,
): 'named' | 'unnamed' | 'missing' | 'unknown' | 'none' {
  const { recentEffects } = held.state;
  if (recentEffects.some(({ scanId }) => scanId === scan.id)) return 'named';
  const namesAll = recentEffects.length < MAX_RECENT_EFFECTS;
  if (sync === 'sent') {
    if (change === undefined) return 'none';
    if (change > held.change) return 'missing';
    return namesAll ? 'none' : 'unnamed';
  }
  return namesAll || at >= (recentEffects[0]?.at ?? 0) ? 'missing' : 'unknown';
}

function effectOf({ scan, verdict }: LedgerScan, state: TicketState): ScanEffect | null {
  if (!verdict) return null;
  const kind = effectOfVerdict(verdict);
  if (kind === 'none') return null;
  return scanEffect(scan, {
    kind,
    at: verdict.certainty === 'server' ? Date.parse(verdict.decided_at) : happenedAt(scan),
    clerk: scan.claimed_by,
    checkpoint: state.worksAt.find(({ id }) => id === scan.checkpoint_id)?.name ?? '',
  });
}

/** The named effects without one of them, as complete as this device knows them. */
function remainingEffects(state: TicketState, effects: ReadonlyMap<string, ScanEffect>, without: string): ScanEffect[] {
  const { firstUse, lastEntry } = state;
  return state.recentEffects
    .filter(({ scanId }) => scanId !== without)
    .map(
      (effect) =>
        effects.get(effect.scanId) ?? {
          ...effect,
          deviceId: lastEntry?.scanId === effect.scanId ? lastEntry.deviceId : '',
          checkpointId: lastEntry?.scanId === effect.scanId ? lastEntry.checkpointId : '',
          clerk: firstUse?.scan_id === effect.scanId ? firstUse.clerk : '',
          checkpoint: firstUse?.scan_id === effect.scanId ? firstUse.checkpoint : '',
        },
    );
}
