import type { LedgerErrorCode } from './ledger-error.ts';
import type { LostScans } from './lost-scans.ts';
import type { TicketsState } from './tickets-state.ts';

/** What prevents recording or sending. `refused`: the server answers and rejects this session. */
export interface LedgerProblem {
  readonly code: LedgerErrorCode | 'refused';
  readonly message: string;
}

/** The state of the ledger: storage, sender, tickets and counts. */
export interface LedgerState {
  readonly status: 'starting' | 'ready' | 'failed';
  /** Whether the scans of the present domain have been counted; until then the numbers hold only scans added meanwhile. */
  readonly counted: boolean;
  /** Scans of the signed-in clerk's domain without a server answer; of every domain when signed out. */
  readonly waiting: number;
  /** How many of them the server had answered for and has lost: they are offered again. */
  readonly offeredAgain: number;
  /** Scans that wait for a clerk of another domain. */
  readonly waitingElsewhere: number;
  /** Undos of sent scans without a server answer; those of other domains count only when signed out. */
  readonly waitingUndos: number;
  /** Scans of the domain that the server rejected for good. */
  readonly quarantined: number;
  /** Open conflicts of the domain that this device knows of. */
  readonly conflicts: number;
  /** Whether the server has more open conflicts: a device fetches the newest ones. */
  readonly moreConflicts: boolean;
  /** Whether this page is sending now. */
  readonly sending: boolean;
  /** When sending is retried after a failure: epoch milliseconds. */
  readonly nextTryAt: number | null;
  readonly problem: LedgerProblem | null;
  /** Whether the server answers although the browser reports no network. */
  readonly answersOffline: boolean;
  /** Unsent scans of the domain that the browser has deleted, until `acknowledgeLost`. */
  readonly lost: LostScans | null;
  /** The tickets that this device can decide from. */
  readonly tickets: TicketsState;
  /** Increases with each change of the log, also of other tabs: read `list` again. */
  readonly revision: number;
}
