import type { Undo } from '@scantix/api-contract';
import type { LedgerUndo } from '../model/ledger-undo.ts';
import type { UndoSettlement } from '../model/settlement.ts';

/** An undo that the server has not answered for. */
export interface WaitingUndo {
  readonly scanId: string;
  /** `null` where it can no longer be read. */
  readonly undo: Undo | null;
}

/** The undos of this device's scans. Each method throws LedgerError where the storage fails. */
export interface UndoStore {
  /**
   * Saves the undo of an entry or exit, durably, and returns it; an earlier undo of the scan remains. `null` where
   * there is nothing to undo.
   * @param now epoch milliseconds
   */
  addUndo(scanId: string, undo: Undo, now: number): Promise<LedgerUndo | null>;
  /** Undos that may be sent: the server has their scan, and all earlier scans of its barcode. */
  waitingUndos(query: { domain: string; limit: number }): Promise<WaitingUndo[]>;
  /** Writes the answer to the log; an undo that is settled does not change. */
  settleUndo(settlement: UndoSettlement): Promise<void>;
}
