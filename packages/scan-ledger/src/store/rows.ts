import type { Scan, Undo, Verdict } from '@scantix/api-contract';
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
/** Opens a part; `null` where there is nothing, or it cannot be opened. AES-GCM authenticates the rest: only this app wrote it. */
export async function openPart<T>(
  sealer: Sealer,
  sealed: Sealed | null | undefined,
  context: string,
): Promise<T | null> {
  return sealed ? ((await sealer.unseal(sealed, context).catch(() => null)) as T | null) : null;
}

/** The server's answer for a scan, as it is stored. */
export type StoredAnswer = Omit<Settlement, 'sync' | 'knewDeviceVerdict' | 'receipt' | 'rejectedBy'>;

/** Opens an undo; `null` where it cannot be opened. */
export const openUndo = (sealer: Sealer, row: SealedRow) => openPart<Undo>(sealer, row.undo?.event, `undo ${row.id}`);

/** Opens a row of the log; `null` where it cannot be opened. */
export async function openRow(sealer: Sealer, row: SealedRow): Promise<LedgerScan | null> {
  const { id, domain, sync, tally, byDevice } = row;
  const scan = await openPart<Scan>(sealer, row.scan, `scan ${id}`);
  if (!scan) return null;
  const shown = await openPart<Verdict>(sealer, row.shown, `shown ${id}`);
  const answer = await openPart<StoredAnswer>(sealer, row.answer, `answer ${id}`);
  const answerAgain = await openPart<StoredAnswer>(sealer, row.answerAgain, `answer ${id}`);
  const undo = await openUndoView(sealer, row);
  return viewOf({ scan, domain, sync, tally, byDevice, shown, answer, answerAgain, undo });
}

async function openUndoView(sealer: Sealer, row: SealedRow): Promise<LedgerUndo | null> {
  const event = await openUndo(sealer, row);
  if (!row.undo || !event) return null;
  const answer = await openPart<UndoAnswer>(sealer, row.undo.answer, `undo answer ${row.id}`);
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
  // What is offered again counts as the device's own, though the server had decided.
  const verdict = byDevice ? shown : (answer?.verdict ?? shown);
  const newest = answerAgain ?? answer;
  const conflict = newest?.conflict ?? answer?.conflict;
  return {
    ...view,
    verdict,
    ...(byDevice && shown?.certainty === 'device' && answer?.verdict ? { serverVerdict: answer.verdict } : {}),
    ...(answer ? { receivedAt: answer.receivedAt } : {}),
    ...(newest?.change === undefined ? {} : { change: newest.change }),
    ...(conflict ? { conflict } : {}),
    ...(undo ? { undo } : {}),
    ...(newest?.error ? { error: newest.error } : {}),
  };
}
