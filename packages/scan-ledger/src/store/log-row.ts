import type { Verdict } from '@scantix/api-contract';
import type { SyncState } from '../model/ledger-scan.ts';
import type { Receipt } from '../model/receipt.ts';
import type { Tally } from '../model/tally.ts';

/** The format of new rows: 2 has receipts. A build reads what it knows of a row of any format and keeps the rest. */
export const ROW_FORMAT = 2;

/**
 * One scan as it is stored: fields for indexes in the clear, the rest in parts that are each written once. `Part` is
 * sealed in IndexedDB and plain in memory.
 */
export interface LogRow<Part> {
  /** The {@link ROW_FORMAT} of the build that made the row; missing before there was a number. */
  readonly format?: number;
  readonly id: string;
  readonly domain: string;
  /** Keyed hash of the barcode. */
  readonly code: string;
  readonly sync: SyncState;
  /** Epoch milliseconds of the device's clock. */
  readonly claimedAt: number;
  /** The server's clock minus the device's at the claim, in milliseconds; missing where nothing was measured yet. */
  readonly offsetMs?: number;
  readonly tally: Tally;
  /** Whether this device decided, or offers the scan again: then `shown` is valid, whatever the server answers. */
  readonly byDevice: boolean;
  readonly scan: Part;
  readonly shown: Part | null;
  /** Whether `shown` is what the clerk decided. */
  readonly byClerk?: boolean;
  /** The first answer of the server. A scan that waits with one is offered again. */
  readonly answer: Part | null;
  /** The answer after the scan was offered again; missing before. */
  readonly answerAgain?: Part | null;
  readonly receipt?: Receipt | undefined;
  /** The builds with which the scan was rejected, or sent again for that reason: with each once. */
  readonly triedWith?: readonly string[];
  /** Whether its parts no longer name the visitor. */
  readonly isForgotten?: boolean;
  readonly undo: UndoRow<Part> | null;
}

/** The undo of a scan as it is stored. */
export interface UndoRow<Part> {
  readonly id: string;
  readonly sync: 'waiting' | 'sent' | 'refused';
  /** The tally of the scan if the undo is refused. */
  readonly was: Tally;
  readonly event: Part;
  /** The newest answer of the server. An undo that waits with one is offered again. */
  readonly answer: Part | null;
  readonly receipt?: Receipt | undefined;
}

/** What a verdict counts as. Written out, since the rules (`effectOfVerdict`) load later, with the tickets. */
export function tallyOf({ outcome, reason, mode }: Pick<Verdict, 'outcome' | 'reason' | 'mode'>): Tally {
  if (outcome === 'refused' || outcome === 'undecided') return outcome;
  if (reason === 'self_repeat') return 'repeat';
  if (mode === 'check') return 'looked';
  return mode === 'exit' ? 'left' : 'admitted';
}

/** Returns the row with the shown verdict; `null` where it has one already, or the server has taken the scan. */
export function showIn<Part>(row: LogRow<Part>, verdict: Verdict, part: Part): LogRow<Part> | null {
  if (row.shown || (row.answer && row.sync !== 'quarantined')) return null;
  return { ...row, shown: part, byDevice: verdict.certainty === 'device', tally: tallyOf(verdict) };
}

/** Whether a scan admitted somebody in or out, even if that was undone. */
export function isEffective({ tally, undo }: LogRow<unknown>): boolean {
  return tally === 'admitted' || tally === 'left' || undo !== null;
}
