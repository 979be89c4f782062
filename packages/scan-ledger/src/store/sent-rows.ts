import type { Scan, Undo } from '@scantix/api-contract';
import type { LedgerConflict } from '../model/ledger-conflict.ts';
import type { Settlement, UndoSettlement } from '../model/settlement.ts';
import type { OfferedParts } from './offer-row.ts';
import {
  type ConflictRow,
  openPart,
  openUndo,
  type SealedRow,
  type StoredAnswer,
  sealScan,
  sealShown,
} from './rows.ts';
import type { Sealed, Sealer } from './sealer.ts';

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

/** Seals the parts of a row as they are sent again; one that cannot be opened stays. */
export async function sealOffered(sealer: Sealer, row: SealedRow): Promise<OfferedParts<Sealed>> {
  const scan = await openPart<Scan>(sealer, row.scan, `scan ${row.id}`);
  const answer = await openPart<StoredAnswer>(sealer, row.answer, `answer ${row.id}`);
  const undo = await openUndo(sealer, row);
  return {
    scan: scan ? await sealScan(sealer, { ...scan, offered_again: true }) : row.scan,
    shown: answer?.verdict ? await sealShown(sealer, row.id, answer.verdict) : null,
    event: undo && (await sealUndo(sealer, row.id, { ...undo, offered_again: true })),
  };
}

/** Returns the code of the server's rejection; `null` where there is none, or it cannot be opened. */
export async function rejectionOf(sealer: Sealer, row: SealedRow): Promise<string | null> {
  const answer = await openPart<StoredAnswer>(sealer, row.answerAgain ?? row.answer, `answer ${row.id}`);
  return answer?.error?.code ?? null;
}

/** Opens a conflict; `null` where it cannot be opened. */
export const openConflict = (sealer: Sealer, row: ConflictRow) =>
  openPart<LedgerConflict>(sealer, row.conflict, `conflict ${row.id}`);
