/** An entry or exit taken back: an event of its own beside the scan. */
export interface LedgerUndo {
  readonly id: string;
  /** When the undo was made, by this device's clock: ISO 8601, UTC. */
  readonly at: string;
  /** The login name of the clerk who made it. */
  readonly by: string;
  /** `refused`: the server rejected the undo, and the entry remains valid. */
  readonly sync: 'waiting' | 'sent' | 'refused';
  /** Why the server refused it. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  /** The change number of the ticket that the server assigned to the undo. */
  readonly change?: number;
}

/** The saved undo, or why there is none: too late, no entry or exit, or no such scan on this device. */
export type UndoOutcome =
  | { readonly ok: true; readonly undo: LedgerUndo }
  | { readonly ok: false; readonly reason: 'nothing-to-undo' };
