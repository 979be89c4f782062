import type { Scan, ScanResult, Verdict } from '@scantix/api-contract';
import type { LedgerUndo } from './ledger-undo.ts';
import type { Tally } from './tally.ts';

/**
 * Where a scan is: `waiting` in the outbox, `sent` once the server has answered for its id, `quarantined` when the
 * server rejected it for good.
 */
export type SyncState = 'waiting' | 'sent' | 'quarantined';

/** One row of this device's log. */
export interface LedgerScan {
  /** The recorded scan as it is sent; it never changes. */
  readonly scan: Scan;
  readonly domain: string;
  readonly sync: SyncState;
  /**
   * The verdict shown to the clerk: the server's, or this device's while the server did not answer. Neither ever
   * changes; only a `pending` verdict is replaced by the server's. `null` before any verdict.
   */
  readonly verdict: Verdict | null;
  /** The server's own verdict, where this device had decided before. */
  readonly serverVerdict?: Verdict;
  readonly tally: Tally;
  /** When this device received the server's answer: ISO 8601, UTC. */
  readonly receivedAt?: string;
  /** Present where the server would have refused whom this device let in, or out. */
  readonly conflict?: NonNullable<ScanResult['conflict']>;
  /** Present once the entry or exit was taken back. */
  readonly undo?: LedgerUndo;
  /** The change number of the ticket that the server assigned to the scan. */
  readonly change?: number;
  /** Why the scan is in quarantine. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}
