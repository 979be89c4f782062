import type { Undo, UndoResult } from '../undo.ts';
import { UNDO_WINDOW_MS } from '../undo-window.ts';
import type { Verdict } from '../verdict.ts';
import { happenedAt } from './happened-at.ts';
import { letsThrough } from './lets-through.ts';
import type { EffectKind } from './ticket-state.ts';

/** What the server holds of the scan that is to be undone. */
export interface UndoableScan {
  readonly verdict: Verdict;
  /** Whether its code is a ticket's. */
  readonly hasTicket: boolean;
  /** What the scan has done to its ticket, or would have done where a late verdict let a code without one through. */
  readonly effect: 'none' | EffectKind;
  /** Epoch milliseconds on the server's clock. */
  readonly happenedAt: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The undo that took the scan back already. */
  readonly undoneBy: string | null;
  /**
   * Whether an undo of it may be one that the database has lost: the scan was offered again too, or the session is of the
   * device that delivered it.
   */
  readonly mayComeBack: boolean;
  /** Whether the clerk who undoes has no right to: to scan, or to take somebody else's scan back. @default false */
  readonly outsideRights?: boolean;
}

/** The result of judging an undo. */
export type UndoJudgement =
  /** This undo has taken the scan back before. */
  | { readonly kind: 'repeated' }
  | { readonly kind: 'refused'; readonly refusal: NonNullable<UndoResult['refusal']> }
  /** The scan is taken back at `happenedAt` (epoch milliseconds); `withdraw` is what its ticket loses. */
  | { readonly kind: 'undone'; readonly happenedAt: number; readonly withdraw: 'none' | EffectKind };

/**
 * Judges whether a scan may be taken back, and what that does to its ticket. Pure. A scan without a ticket (the domain
 * collects, or only the device or the clerk let the code in) can be taken back too if it let somebody through; no ticket changes.
 *
 * The window counts from arrival to arrival, since a caller may claim any time. An undo that is offered again was in time
 * once and has lost its arrival with the database: its claim counts, and its mark stays on the record. For any other scan
 * the mark is no reason to believe the claim.
 */
export function judgeUndo(undo: Undo, scan: UndoableScan, { receivedAt }: { receivedAt: number }): UndoJudgement {
  if (scan.undoneBy === undo.id) return { kind: 'repeated' };
  if (scan.undoneBy !== null) return { kind: 'refused', refusal: 'already_undone' };
  if (scan.outsideRights) return { kind: 'refused', refusal: 'not_permitted' };
  const hadEffect = scan.effect !== 'none' || (!scan.hasTicket && letsThrough(scan.verdict));
  if (!hadEffect) return { kind: 'refused', refusal: 'no_effect' };
  const happened = happenedAt(undo, { receivedAt });
  const afterMs = undo.offered_again && scan.mayComeBack ? happened - scan.happenedAt : receivedAt - scan.receivedAt;
  if (afterMs > UNDO_WINDOW_MS) return { kind: 'refused', refusal: 'too_late' };
  return { kind: 'undone', happenedAt: happened, withdraw: scan.effect };
}
