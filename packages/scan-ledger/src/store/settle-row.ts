import { UNDO_WINDOW_MS } from '@scantix/api-contract';
import type { Settlement, UndoSettlement } from '../model/settlement.ts';
import type { WaitingScan } from '../ports/outbox-store.ts';
import { type LogRow, tallyOf, type UndoRow } from './log-row.ts';

/**
 * Returns the row with the server's answer; `null` where it must not be settled: it is settled already, or the server
 * decided differently without knowing the verdict that this device had shown, and must receive that one.
 */
export function settleIn<Part>(row: LogRow<Part>, settlement: Settlement, part: Part): LogRow<Part> | null {
  if (row.sync !== 'waiting') return null;
  return settleTried(settlement.rejectedBy === undefined ? row : triedIn(row, settlement.rejectedBy), settlement, part);
}

function settleTried<Part>(row: LogRow<Part>, settlement: Settlement, part: Part): LogRow<Part> | null {
  const { sync, verdict, knewDeviceVerdict, receipt } = settlement;
  if (row.answer) return { ...row, sync, answerAgain: part, receipt };
  if (!row.byDevice) return { ...row, sync, answer: part, receipt, tally: verdict ? tallyOf(verdict) : row.tally };
  const given = row.undo?.was ?? row.tally;
  const differs = sync === 'sent' && verdict !== null && tallyOf(verdict) !== given;
  // The server is told what a clerk decided, whatever it has decided itself.
  const isNews = differs || (sync === 'sent' && row.byClerk);
  return isNews && !knewDeviceVerdict ? null : { ...row, sync, answer: part, receipt };
}

/** Whether a scan has an effect that can be undone at `now`: epoch milliseconds. */
export function isUndoable({ undo, tally, claimedAt }: LogRow<unknown>, now: number): boolean {
  return !undo && (tally === 'admitted' || tally === 'left') && Math.abs(now - claimedAt) <= UNDO_WINDOW_MS;
}

/** Returns the row back in the outbox; `null` where it is not in quarantine. */
export function requeueIn<Part>(row: LogRow<Part>): LogRow<Part> | null {
  if (row.sync !== 'quarantined') return null;
  return row.answerAgain ? { ...row, sync: 'waiting', answerAgain: null } : { ...row, sync: 'waiting', answer: null };
}

/** Returns the row, tried with these builds. */
export function triedIn<Part>(row: LogRow<Part>, builds: string): LogRow<Part> {
  const tried = row.triedWith ?? [];
  return tried.includes(builds) ? row : { ...row, triedWith: [...tried, builds] };
}

/** Returns the row with its undo. */
export function undoIn<Part>(row: LogRow<Part>, id: string, event: Part): LogRow<Part> {
  return { ...row, tally: 'undone', undo: { id, sync: 'waiting', was: row.tally, event, answer: null } };
}

/**
 * Returns the row with the server's answer for its undo; `null` where that is settled, or where the server cannot know the
 * scan: it is offered again, and its undo comes after it.
 */
export function settleUndoIn<Part>(row: LogRow<Part>, settlement: UndoSettlement, answer: Part): LogRow<Part> | null {
  if (row.undo?.sync !== 'waiting') return null;
  const { error, receipt } = settlement;
  if (error?.code === 'not_found' && row.sync !== 'sent') return null;
  // The clerk knows that the server had accepted it: that stays.
  if (row.undo.answer && error) return { ...row, undo: { ...row.undo, sync: 'sent', receipt } };
  const undo: UndoRow<Part> = { ...row.undo, sync: error ? 'refused' : 'sent', answer, receipt };
  return { ...row, undo, tally: error ? row.undo.was : row.tally };
}

/** Whether the server has the scan, and every scan of its barcode that was made before the undo. */
export function isUndoReady({ sync, undo }: LogRow<unknown>, ofCode: readonly LogRow<unknown>[]): boolean {
  return undo !== null && sync === 'sent' && !ofCode.some((other) => other.sync === 'waiting' && other.id < undo.id);
}

/** A row of which the scan, or the undo, waits for the server. */
export interface WaitingEvent<Row> {
  readonly kind: 'scan' | 'undo';
  readonly row: Row;
}

/**
 * Returns a scan and what of its barcode must reach the server before it: earlier scans and earlier undos that wait, in
 * the order in which they were made. The undo of a scan in quarantine delays nothing.
 * @param ofCode the scans of the barcode up to this one
 */
export function chainOf<Row extends LogRow<unknown>>(ofCode: readonly Row[], id: string): WaitingEvent<Row>[] {
  const events = ofCode.flatMap((row) => {
    const { sync, undo } = row;
    const scan = { at: row.id, kind: 'scan' as const, row };
    const undone = { at: undo?.id ?? '', kind: 'undo' as const, row };
    const undoWaits = undo?.sync === 'waiting' && undo.id < id && sync !== 'quarantined';
    return [...(sync === 'waiting' ? [scan] : []), ...(undoWaits ? [undone] : [])];
  });
  return events.sort((a, b) => (a.at < b.at ? -1 : 1));
}

/**
 * Whether a scan must wait for an undo of its barcode. The undo of a scan in quarantine delays nothing, nor one whose scan
 * a power cut has taken.
 */
export function comesAfterUndo({ id, code }: WaitingScan, undone: readonly (LogRow<unknown> | undefined)[]): boolean {
  return undone.some(
    (row) => row?.code === code && row.sync !== 'quarantined' && row.undo !== null && row.undo.id < id,
  );
}
