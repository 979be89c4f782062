import type { Scan, Undo, Verdict } from '@scantix/api-contract';
import type { LedgerConflict } from '../model/ledger-conflict.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LedgerUndo } from '../model/ledger-undo.ts';
import type { Settlement, UndoSettlement } from '../model/settlement.ts';
import type { Lease } from '../ports/outbox-store.ts';
import type { LogRow } from './log-row.ts';
import type { Sealed, Sealer } from './sealer.ts';

/** A row of the log in IndexedDB. */
export type SealedRow = LogRow<Sealed>;

/** The server's answer for an undo, as it is stored. */
export type UndoAnswer = Omit<UndoSettlement, 'scanId' | 'receipt'>;

/** A row of the outbox: the scan waits as long as it exists. */
export interface OutboxRow {
  readonly id: string;
  readonly domain: string;
  readonly code: string;
  readonly lease: Lease | null;
}

/** A row of a waiting undo: it waits as long as this exists. Its content is in the log. */
export interface WaitingUndoRow {
  readonly scanId: string;
  readonly domain: string;
}

/** A row of an open conflict. */
export interface ConflictRow {
  readonly id: string;
  readonly domain: string;
  readonly scanId: string;
  /** When it was saved: epoch milliseconds. */
  readonly keptAt: number;
  readonly conflict: Sealed;
}

// Each part is sealed with its kind and id as context, so that it opens in no other row.

/** Seals a scan. */
export const sealScan = (sealer: Sealer, scan: Scan) => sealer.seal(scan, `scan ${scan.id}`);
/** Seals the verdict that this device showed. */
export const sealShown = (sealer: Sealer, id: string, verdict: Verdict) => sealer.seal(verdict, `shown ${id}`);
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

/** `null` where there is nothing, or it cannot be opened. AES-GCM authenticates the rest: only this app wrote it. */
async function open<T>(sealer: Sealer, sealed: Sealed | null, context: string): Promise<T | null> {
  return sealed ? ((await sealer.unseal(sealed, context).catch(() => null)) as T | null) : null;
}

type StoredAnswer = Omit<Settlement, 'sync' | 'knewDeviceVerdict' | 'receipt' | 'rejectedBy'>;

/**
 * Returns the scan to send, with the device verdict if there is one; with the server's first verdict where it is offered
 * again. `null` where it cannot be opened.
 */
export async function openToSend(sealer: Sealer, row: SealedRow): Promise<Scan | null> {
  const scan = await open<Scan>(sealer, row.scan, `scan ${row.id}`);
  if (!scan) return null;
  const shown = row.byDevice ? await open<Verdict>(sealer, row.shown, `shown ${row.id}`) : null;
  if (row.byDevice && !shown) return null;
  const answer = await open<StoredAnswer>(sealer, row.answer, `answer ${row.id}`);
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
  const answer = await open<StoredAnswer>(sealer, row.answerAgain ?? row.answer, `answer ${row.id}`);
  return answer?.error?.code ?? null;
}

/** Opens an undo; `null` where it cannot be opened. */
export const openUndo = (sealer: Sealer, row: SealedRow) =>
  open<Undo>(sealer, row.undo?.event ?? null, `undo ${row.id}`);

/** Opens an undo as it is sent; `null` where it cannot be opened. */
export const openUndoToSend = async (sealer: Sealer, row: SealedRow) =>
  undoToSend(await openUndo(sealer, row), row.undo?.answer);

/** Opens a conflict; `null` where it cannot be opened. */
export const openConflict = (sealer: Sealer, row: ConflictRow) =>
  open<LedgerConflict>(sealer, row.conflict, `conflict ${row.id}`);

/** Opens a row of the log; `null` where it cannot be opened. */
export async function openRow(sealer: Sealer, row: SealedRow): Promise<LedgerScan | null> {
  const { id, domain, sync, tally, byDevice } = row;
  const scan = await open<Scan>(sealer, row.scan, `scan ${id}`);
  if (!scan) return null;
  const shown = await open<Verdict>(sealer, row.shown, `shown ${id}`);
  const answer = await open<StoredAnswer>(sealer, row.answer, `answer ${id}`);
  const answerAgain = await open<StoredAnswer>(sealer, row.answerAgain ?? null, `answer ${id}`);
  const undo = await openUndoView(sealer, row);
  return viewOf({ scan, domain, sync, tally, byDevice, shown, answer, answerAgain, undo });
}

async function openUndoView(sealer: Sealer, row: SealedRow): Promise<LedgerUndo | null> {
  const event = await openUndo(sealer, row);
  if (!row.undo || !event) return null;
  const answer = await open<UndoAnswer>(sealer, row.undo.answer, `undo answer ${row.id}`);
  return undoView(event, row.undo.sync, answer);
}

/** Returns the public view of an undo. */
export function undoView(event: Undo, sync: LedgerUndo['sync'], answer: UndoAnswer | null): LedgerUndo {
  const { id, claimed_at, claimed_by } = event;
  return { id, at: claimed_at, by: claimed_by, sync, ...answer };
}

/**
 * Returns the public view of a row. A verdict is the first one for ever; what the server says of the ticket and of a
 * conflict is the newest.
 */
export function viewOf({
  shown,
  answer,
  answerAgain,
  undo,
  byDevice,
  ...view
}: Pick<LedgerScan, 'scan' | 'domain' | 'sync' | 'tally'> & {
  readonly byDevice: boolean;
  readonly shown: Verdict | null;
  readonly answer: StoredAnswer | null;
  readonly answerAgain: StoredAnswer | null;
  readonly undo: LedgerUndo | null;
}): LedgerScan {
  const verdict = byDevice ? shown : (answer?.verdict ?? shown);
  const newest = answerAgain ?? answer;
  const conflict = newest?.conflict ?? answer?.conflict;
  return {
    ...view,
    verdict,
    ...(byDevice && answer?.verdict ? { serverVerdict: answer.verdict } : {}),
    ...(answer ? { receivedAt: answer.receivedAt } : {}),
    ...(newest?.change === undefined ? {} : { change: newest.change }),
    ...(conflict ? { conflict } : {}),
    ...(undo ? { undo } : {}),
    ...(newest?.error ? { error: newest.error } : {}),
  };
}
