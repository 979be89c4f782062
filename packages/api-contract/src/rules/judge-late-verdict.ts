import { UNDO_WINDOW_MS } from '../undo-window.ts';
import type { Verdict } from '../verdict.ts';
import { type Conflict, conflictOver } from './conflict.ts';
import { decideScan } from './decide-verdict.ts';
import { deviceDecision, isDeviceDecision } from './device-decision.ts';
import { type ScanEffect, scanEffect } from './effects.ts';
import { happenedAt } from './happened-at.ts';
import type { ReceivedScan } from './judge-scan.ts';
import { effectOfVerdict, letsThrough } from './lets-through.ts';
import type { EffectKind } from './ticket-state.ts';

/** What the server holds of a scan that it has judged. */
export interface RecordedScan {
  readonly verdict: Verdict;
  readonly deviceVerdict: Verdict | null;
  /** What the scan has done to its ticket. */
  readonly effect: 'none' | EffectKind;
  /** Whether the scan was taken back. */
  readonly undone: boolean;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** What a repeated scan changes. */
export type LateJudgement =
  /** The device has decided nothing, or nothing new. */
  | { readonly kind: 'nothing-new' }
  /** The device's verdict is recorded beside the first one; the ticket stays as it is. */
  | { readonly kind: 'same-effect'; readonly deviceVerdict: Verdict }
  /** The device let a visitor in or out whom the server had refused: a conflict, and an effect, also without a ticket. */
  | {
      readonly kind: 'let-through';
      readonly deviceVerdict: Verdict;
      readonly conflict: Conflict;
      readonly effect: ScanEffect;
    }
  /** The device refused a visitor whom the server had admitted, and told it too late: recorded, but the entry stays. */
  | { readonly kind: 'too-late'; readonly deviceVerdict: Verdict }
  /** The device refused a visitor whom the server had admitted: this effect is withdrawn; `none`: no ticket has one. */
  | { readonly kind: 'turned-away'; readonly deviceVerdict: Verdict; readonly withdraw: 'none' | EffectKind };

/**
 * Judges the device's verdict on a scan that the server judged without it. Pure.
 *
 * A device decides by itself when the server's answer does not arrive in time, and sends the scan again with what the
 * clerk was shown. The first verdict stays on the record; the effect follows the first verdict of the device, since
 * that is what happened at the checkpoint. An entry is given back as long after its arrival as an undo could do it; a
 * scan that is offered again was in time once.
 */
export function judgeLateVerdict(
  { scan, ticket, ticketing, receivedAt, clerk, checkpoint }: Omit<ReceivedScan, 'outsideRights'>,
  recorded: RecordedScan,
): LateJudgement {
  const deviceVerdict = deviceDecision(scan);
  if (!deviceVerdict || isDeviceDecision(recorded.deviceVerdict)) return { kind: 'nothing-new' };

  const kind = effectOfVerdict(deviceVerdict);
  if (kind !== 'none' && !letsThrough(recorded.verdict)) {
    const at = happenedAt(scan, { receivedAt });
    const { reason } = recorded.verdict;
    // A refusal outside the rights says nothing of the ticket.
    const known = reason === 'not_permitted' ? decideScan(scan, { at, ticketing, ticket }) : recorded.verdict;
    const isGood = letsThrough({ ...known, mode: scan.mode });
    return {
      kind: 'let-through',
      deviceVerdict,
      conflict: conflictOver(isGood ? reason : known.reason, scan.id, ticket),
      effect: scanEffect(scan, { kind, at, clerk, checkpoint }),
    };
  }
  // A scan without a ticket has let somebody through without an effect.
  const hadEffect = recorded.effect !== 'none' || letsThrough(recorded.verdict);
  if (kind !== 'none' || !hadEffect || recorded.undone) return { kind: 'same-effect', deviceVerdict };
  const isInTime = scan.offered_again || receivedAt - recorded.receivedAt <= UNDO_WINDOW_MS;
  return isInTime
    ? { kind: 'turned-away', deviceVerdict, withdraw: recorded.effect }
    : { kind: 'too-late', deviceVerdict };
}
