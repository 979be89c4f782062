import { UNDO_WINDOW_MS, type Verdict } from '@scantix/api-contract';
import type { SyncState } from '../model/ledger-scan.ts';
import type { Settlement, UndoSettlement } from '../model/settlement.ts';
import type { Tally } from '../model/tally.ts';
import type { WaitingScan } from '../ports/outbox-store.ts';

/**
 * One scan as it is stored: fields for indexes in the clear, the rest in parts that are each written once. `Part` is
 * sealed in IndexedDB and plain in memory.
 */
export interface LogRow<Part> {
  readonly id: string;
  readonly domain: string;
  /** Keyed hash of the barcode. */
  readonly code: string;
  readonly sync: SyncState;
  /** Epoch milliseconds. */
  readonly claimedAt: number;
  readonly tally: Tally;
  /** Whether this device decided: then its verdict is valid, whatever the server answers. */
  readonly byDevice: boolean;
  readonly scan: Part;
  readonly shown: Part | null;
  readonly answer: Part | null;
  readonly undo: UndoRow<Part> | null;
}

/** The undo of a scan as it is stored. */
export interface UndoRow<Part> {
  readonly id: string;
  readonly sync: 'waiting' | 'sent' | 'refused';
  /** The tally of the scan if the undo is refused. */
  readonly was: Tally;
  readonly event: Part;
  readonly answer: Part | null;
}

/** What a verdict counts as. Written out, since the rules (`effectOfVerdict`) load later, with the tickets. */
export function tallyOf({ outcome, reason, mode }: Pick<Verdict, 'outcome' | 'reason' | 'mode'>): Tally {
  if (outcome === 'refused' || outcome === 'undecided') return outcome;
  if (reason === 'self_repeat') return 'repeat';
  if (mode === 'check') return 'looked';
  return mode === 'exit' ? 'left' : 'admitted';
}

/** Returns the row with the shown verdict; `null` where it has one already, or the server has answered. */
export function showIn<Part>(row: LogRow<Part>, verdict: Verdict, part: Part): LogRow<Part> | null {
  if (row.shown || row.answer) return null;
  return { ...row, shown: part, byDevice: verdict.certainty === 'device', tally: tallyOf(verdict) };
}

/**
 * Returns the row with the server's answer; `null` where it must not be settled: it is settled already, or the server
 * decided differently without knowing the verdict that this device had shown, and must receive that one.
 */
export function settleIn<Part>(row: LogRow<Part>, settlement: Settlement, part: Part): LogRow<Part> | null {
  if (row.sync !== 'waiting') return null;
  const { sync, verdict, knewDeviceVerdict } = settlement;
  if (!row.byDevice) return { ...row, sync, answer: part, tally: verdict ? tallyOf(verdict) : row.tally };
  const given = row.undo?.was ?? row.tally;
  const differs = sync === 'sent' && verdict !== null && tallyOf(verdict) !== given;
  return differs && !knewDeviceVerdict ? null : { ...row, sync, answer: part };
}

/** Whether a scan admitted somebody in or out, even if that was undone. */
export function isEffective({ tally, undo }: LogRow<unknown>): boolean {
  return tally === 'admitted' || tally === 'left' || (undo ?? null) !== null;
}

/** Whether a scan has an effect that can be undone at `now`: epoch milliseconds. */
export function isUndoable({ undo, tally, claimedAt }: LogRow<unknown>, now: number): boolean {
  return !undo && (tally === 'admitted' || tally === 'left') && Math.abs(now - claimedAt) <= UNDO_WINDOW_MS;
}

/** Returns the row back in the outbox; `null` where it is not in quarantine. */
export function requeueIn<Part>(row: LogRow<Part>): LogRow<Part> | null {
  return row.sync === 'quarantined' ? { ...row, sync: 'waiting', answer: null } : null;
}

/** Returns the row with its undo. */
export function undoIn<Part>(row: LogRow<Part>, id: string, event: Part): LogRow<Part> {
  return { ...row, tally: 'undone', undo: { id, sync: 'waiting', was: row.tally, event, answer: null } };
}

/** Returns the row with the server's answer for its undo; `null` where that is settled. */
export function settleUndoIn<Part>(row: LogRow<Part>, { error }: UndoSettlement, answer: Part): LogRow<Part> | null {
  if (row.undo?.sync !== 'waiting') return null;
  const undo: UndoRow<Part> = { ...row.undo, sync: error ? 'refused' : 'sent', answer };
  return { ...row, undo, tally: error ? row.undo.was : row.tally };
}

/** Whether the server has the scan, and every scan of its barcode that was made before the undo. */
export function isUndoReady({ sync, undo }: LogRow<unknown>, ofCode: readonly LogRow<unknown>[]): boolean {
  return undo !== null && sync === 'sent' && !ofCode.some((other) => other.sync === 'waiting' && other.id < undo.id);
}

/** Whether a scan must wait for an undo of its barcode. The undo of a scan in quarantine delays nothing. */
export function comesAfterUndo({ id, code }: WaitingScan, undone: readonly LogRow<unknown>[]): boolean {
  return undone.some((row) => row.code === code && row.sync !== 'quarantined' && row.undo !== null && row.undo.id < id);
}
