import type { Receipt } from '../model/receipt.ts';
import type { LostReceipts } from '../ports/outbox-store.ts';
import type { LogRow } from './log-row.ts';
import { requeueIn, triedIn } from './settle-row.ts';

function isLost(receipt: Receipt | undefined, { epoch, above }: LostReceipts): boolean {
  if (receipt?.epoch !== epoch) return true;
  return above !== null && receipt.number > above;
}

/** What of a row the server has lost. */
export interface LostOfRow {
  readonly scan: boolean;
  readonly undo: boolean;
}

/** Returns what the server has lost of a row that was sent; `null`: nothing. */
export function lostIn({ sync, receipt, undo }: LogRow<unknown>, lost: LostReceipts): LostOfRow | null {
  if (sync !== 'sent') return null;
  const found = { scan: isLost(receipt, lost), undo: undo?.sync === 'sent' && isLost(undo.receipt, lost) };
  return found.scan || found.undo ? found : null;
}

/** What of a row is back in the outbox. */
export interface OfferedRow<Part> extends LostOfRow {
  readonly row: LogRow<Part>;
}

/**
 * The parts of a row as they are sent again. They hold all that is sent, so that a build that knows nothing of offering
 * sends it too: the marks, and as the device's own the verdict that the server had given.
 */
export interface OfferedParts<Part> {
  readonly scan: Part;
  /** `null` where the device has decided, or nobody. */
  readonly shown: Part | null;
  readonly event: Part | null;
}

/**
 * Puts a sent scan and its sent undo back into the outbox where the server has lost them; `null` where it has not. The
 * receipts go: a build that sends it again may know none, and must not leave the old ones.
 */
export function offerIn<Part>(
  row: LogRow<Part>,
  lost: LostReceipts,
  parts: OfferedParts<Part>,
): OfferedRow<Part> | null {
  const found = lostIn(row, lost);
  if (!found) return null;
  const { scan, undo } = found;
  const next: LogRow<Part> = {
    ...row,
    ...(scan && {
      sync: 'waiting' as const,
      answerAgain: null,
      scan: parts.scan,
      receipt: undefined,
      isForgotten: false,
    }),
    ...(scan && parts.shown && !row.byDevice && { shown: parts.shown, byDevice: true }),
    ...(undo &&
      row.undo && {
        undo: { ...row.undo, sync: 'waiting' as const, event: parts.event ?? row.undo.event, receipt: undefined },
      }),
  };
  return { row: next, ...found };
}

/** Whether a row in quarantine was not yet sent with these builds. */
export const isUntried = ({ triedWith }: LogRow<unknown>, builds: string): boolean => !triedWith?.includes(builds);

/** Returns the row back in the outbox, to be tried with these builds; `null` where it was, or is not in quarantine. */
export function retryIn<Part>(row: LogRow<Part>, builds: string): LogRow<Part> | null {
  return isUntried(row, builds) ? requeueIn(triedIn(row, builds)) : null;
}
