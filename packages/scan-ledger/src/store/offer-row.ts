import type { Receipt } from '../model/receipt.ts';
import type { LostReceipts } from '../ports/outbox-store.ts';
import type { LogRow } from './log-row.ts';
import { requeueIn, triedIn } from './settle-row.ts';

function isLost(receipt: Receipt | undefined, { epoch, above }: LostReceipts): boolean {
  if (receipt?.epoch !== epoch) return true;
  return above !== null && receipt.number > above;
}

/** What of a row is back in the outbox. */
export interface OfferedRow<Part> {
  readonly row: LogRow<Part>;
  readonly scan: boolean;
  readonly undo: boolean;
}

/** Puts a sent scan and its sent undo back into the outbox where the server has lost them; `null` where it has not. */
export function offerIn<Part>(row: LogRow<Part>, lost: LostReceipts): OfferedRow<Part> | null {
  if (row.sync !== 'sent') return null;
  const undo = row.undo?.sync === 'sent' && isLost(row.undo.receipt, lost);
  const scan = isLost(row.receipt, lost);
  if (!scan && !undo) return null;
  const next: LogRow<Part> = {
    ...row,
    ...(scan && { sync: 'waiting' as const, answerAgain: null }),
    ...(undo && row.undo && { undo: { ...row.undo, sync: 'waiting' as const } }),
  };
  return { row: next, scan, undo };
}

/** Whether a row in quarantine was not yet sent with these builds. */
export const isUntried = ({ triedWith }: LogRow<unknown>, builds: string): boolean => !triedWith?.includes(builds);

/** Returns the row back in the outbox, to be tried with these builds; `null` where it was, or is not in quarantine. */
export function retryIn<Part>(row: LogRow<Part>, builds: string): LogRow<Part> | null {
  return isUntried(row, builds) ? requeueIn(triedIn(row, builds)) : null;
}
