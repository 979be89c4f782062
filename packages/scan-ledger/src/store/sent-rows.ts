import type { Scan, Undo, Verdict } from '@scantix/api-contract';
import type { LedgerConflict } from '../model/ledger-conflict.ts';
import type { Settlement, UndoSettlement } from '../model/settlement.ts';
import { type ConflictRow, openPart, openUndo, type SealedRow, type StoredAnswer } from './rows.ts';
import type { Sealer } from './sealer.ts';

/** Seals an undo. */
export const sealUndo = (sealer: Sealer, scanId: string, undo: Undo) => sealer.seal(undo, `undo ${scanId}`);
/** Seals the server's answer for a scan. */
export const sealAnswer = (
  sealer: Sealer,
  { sync: _, knewDeviceVerdict: __, receipt: ___, rejectedBy: ____, ...answer }: Settlement,
) => sealer.seal(answer, `answer ${answer.id}`);
/** Seals the server's answer for an undo. */
export const sealUndoAnswer = (sealer: Sealer, { scanId, receipt: _, ...answer }: UndoSettlement) =>
  sealer.seal(answer, `undo answer ${scanId}`);
/** Seals a conflict. */
export const sealConflict = (sealer: Sealer, conflict: LedgerConflict) =>
  sealer.seal(conflict, `conflict ${conflict.id}`);

/**
 * Returns the scan to send, with the device verdict if there is one; with the server's first verdict where it is offered
 * again. `null` where it cannot be opened. It comes from the disk, also just after the record: what is sent is what
 * survives.
 */
export async function openToSend(sealer: Sealer, row: SealedRow): Promise<Scan | null> {
  const scan = await openPart<Scan>(sealer, row.scan, `scan ${row.id}`);
  if (!scan) return null;
  const shown = row.byDevice ? await openPart<Verdict>(sealer, row.shown, `shown ${row.id}`) : null;
  if (row.byDevice && !shown) return null;
  const answer = await openPart<StoredAnswer>(sealer, row.answer, `answer ${row.id}`);
  return scanToSend(scan, { shown, answer, isOffered: row.answer !== null });
}

/** Returns a scan as it is sent: with what the clerk was shown, and whether it is offered again. */
export function scanToSend(
  scan: Scan,
  { shown, answer, isOffered }: { shown: Verdict | null; answer: StoredAnswer | null; isOffered: boolean },
): Scan {
  const verdict = shown ?? answer?.verdict ?? null;
  return {
    ...scan,
    ...(verdict && { device_verdict: verdict }),
    ...(isOffered && { offered_again: true }),
  };
}

/** Returns an undo as it is sent. @param answer that of a row: there is one where the undo is offered again */
export const undoToSend = (undo: Undo | null, answer: unknown): Undo | null =>
  undo && answer ? { ...undo, offered_again: true } : undo;

/** Returns the code of the server's rejection; `null` where there is none, or it cannot be opened. */
export async function rejectionOf(sealer: Sealer, row: SealedRow): Promise<string | null> {
  const answer = await openPart<StoredAnswer>(sealer, row.answerAgain ?? row.answer, `answer ${row.id}`);
  return answer?.error?.code ?? null;
}

/** Opens an undo as it is sent; `null` where it cannot be opened. */
export const openUndoToSend = async (sealer: Sealer, row: SealedRow) =>
  undoToSend(await openUndo(sealer, row), row.undo?.answer);

/** Opens a conflict; `null` where it cannot be opened. */
export const openConflict = (sealer: Sealer, row: ConflictRow) =>
  openPart<LedgerConflict>(sealer, row.conflict, `conflict ${row.id}`);
