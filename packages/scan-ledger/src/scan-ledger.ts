/// <reference lib="esnext.disposable" preserve="true" />
import type {
  ApiOutcome,
  ConflictRecord,
  Reason,
  Scan,
  ScanMethod,
  ScanMode,
  ScanResult,
  Symbology,
  Undo,
  UndoResult,
  Verdict,
} from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import type { LedgerErrorCode } from './ledger-error.ts';
import type { Tally } from './scan-store.ts';
import type { SnapshotState } from './snapshot/snapshot-state.ts';

/** Who is signed in, as far as the ledger must know. */
export interface LedgerOwner {
  readonly domain: string;
  /** The login name; it becomes `claimed_by`. */
  readonly clerk: string;
}

interface CallOptions {
  readonly signal: AbortSignal;
}

/** How scans reach the server, and what comes of them: the calls of the contract over the signed-in session. */
export interface ScanTransport {
  send(scans: Scan[], options: CallOptions): Promise<ApiOutcome<{ results: ScanResult[] }>>;
  undo(scanId: string, undo: Undo, options: CallOptions): Promise<ApiOutcome<UndoResult>>;
  /** Every open conflict of the domain. */
  listConflicts(options: CallOptions): Promise<ApiOutcome<readonly ConflictRecord[]>>;
  acknowledgeConflict(id: string, options: CallOptions): Promise<ApiOutcome<unknown>>;
}

/** Where the tickets of the domain come from, page by page: `GET /tickets/v0/snapshot`. */
export interface TicketsSource {
  /** @param page without a cursor the first one */
  fetchPage(
    page: { checkpointId: string; cursor: string | null },
    options: CallOptions,
  ): Promise<ApiOutcome<SnapshotPage>>;
}

/** One code as it was read. */
export interface ScanToRecord {
  readonly barcode: string;
  /** The symbol's bytes, where the engine gives them. More than 12,288 bytes are left out. */
  readonly raw?: Uint8Array | undefined;
  readonly symbology: Symbology;
  readonly scanMethod: ScanMethod;
  readonly mode: ScanMode;
  readonly checkpointId: string;
}

/**
 * Where a scan is: `waiting` in the outbox, `sent` once the server has answered for its id, `quarantined` when the
 * server rejected it for good.
 */
export type SyncState = 'waiting' | 'sent' | 'quarantined';

/** An entry or exit taken back: an event of its own beside the scan. */
export interface LedgerUndo {
  readonly id: string;
  /** When, on this device: ISO 8601, UTC. */
  readonly at: string;
  /** The login name of who took it back. */
  readonly by: string;
  /** `refused`: the server would not have it; the entry stands. */
  readonly sync: 'waiting' | 'sent' | 'refused';
  readonly error?: { readonly code: string; readonly message: string } | undefined;
  /** The ticket's change number that it took. */
  readonly change?: number;
}

/** One row of this device's log. */
export interface LedgerScan {
  /** What was recorded and is sent; it never changes. */
  readonly scan: Scan;
  readonly domain: string;
  readonly sync: SyncState;
  /**
   * What the clerk was told: by the server, or by this device while the server did not answer. Neither ever changes;
   * only `pending` gives way to the server's. `null` until anything was told.
   */
  readonly verdict: Verdict | null;
  /** The server's own verdict, where this device had given one before. */
  readonly serverVerdict?: Verdict;
  /** What it counts as. */
  readonly tally: Tally;
  /** When this device got the server's answer: ISO 8601, UTC. */
  readonly receivedAt?: string;
  readonly conflict?: NonNullable<ScanResult['conflict']>;
  readonly undo?: LedgerUndo;
  /** The ticket's change number that the scan took, once the server has said so. */
  readonly change?: number;
  /** Why it is in quarantine. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** A scan that a device let in and the server would have refused: open until somebody acknowledges it. */
export interface LedgerConflict {
  readonly id: string;
  readonly scanId: string;
  /** The other scan, where there is one. */
  readonly withScanId?: string;
  /** Why the server would have refused. */
  readonly kind: Reason;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** What only a person can settle. */
export interface LedgerDecisions {
  readonly conflicts: readonly LedgerConflict[];
  /** The newest first, at most 500. */
  readonly quarantined: readonly LedgerScan[];
}

export interface ListOptions {
  /** @default 50 */
  readonly limit?: number;
  /** Only scans that are older than the one of this id. */
  readonly before?: string;
  readonly sync?: SyncState;
  readonly signal?: AbortSignal;
}

export interface ExportOptions {
  readonly format: 'csv' | 'json';
  /** Which scans. @default all */
  readonly filter?: (scan: LedgerScan) => boolean;
  readonly sync?: SyncState;
  readonly signal?: AbortSignal;
}

/** Why an undo was not kept: it is too late, nothing was let in or out, or the scan is not on this device. */
export type UndoOutcome =
  | { readonly ok: true; readonly undo: LedgerUndo }
  | { readonly ok: false; readonly reason: 'nothing-to-undo' };

/** What stands in the way; `refused` is a server that answers and will not take scans from this session. */
export interface LedgerProblem {
  readonly code: LedgerErrorCode | 'refused';
  readonly message: string;
}

export interface LedgerState {
  readonly status: 'starting' | 'ready' | 'failed';
  /** Scans of the signed-in clerk's domain that the server has not answered for; of every domain when signed out. */
  readonly waiting: number;
  /** Scans that wait for a clerk of another domain. */
  readonly waitingElsewhere: number;
  /** Undos that the server has not answered for; those of other domains only when signed out. */
  readonly waitingUndos: number;
  /** Scans of the domain that the server rejected for good. */
  readonly quarantined: number;
  /** Open conflicts of the domain, as far as this device has heard of them. */
  readonly conflicts: number;
  /** Whether this page is sending now. */
  readonly sending: boolean;
  /** When sending is tried again after a failure: epoch milliseconds. */
  readonly nextTryAt: number | null;
  readonly problem: LedgerProblem | null;
  /** The tickets that this device can decide from. */
  readonly snapshot: SnapshotState;
  /** Counts up with each change of the log, those of other tabs included: read `list` again. */
  readonly revision: number;
}

/** Records scans before anything is shown, decides while the server cannot, sends them, and remembers what was said. */
export interface ScanLedger extends AsyncDisposable {
  /** Opens the storage and sends what waits. Never rejects: `status` and `problem` tell. */
  start(): Promise<void>;
  /** Ends sending and closes the storage; what waits goes on waiting. */
  stop(): Promise<void>;
  getSnapshot(): LedgerState;
  subscribe(listener: () => void): () => void;
  /**
   * Makes the scan and keeps it. Resolves only after the strict commit; `signal` is heard until the write begins.
   * @throws LedgerError when the scan could not be kept. Then nothing of it is kept.
   */
  record(scan: ScanToRecord, options?: { signal?: AbortSignal }): Promise<LedgerScan>;
  /**
   * The server's verdict if it comes within the decision budget, else this device's from its tickets, else
   * `undecided` with certainty `pending`, while the outbox goes on. What is returned is on the disk.
   * @throws LedgerError `unknown-scan`; the signal's reason when aborted.
   */
  decide(id: string, options?: { signal?: AbortSignal }): Promise<Verdict>;
  /** One scan of the signed-in clerk's domain, `null` where there is none. */
  get(id: string, options?: { signal?: AbortSignal }): Promise<LedgerScan | null>;
  /** The newest scans of the signed-in clerk's domain on this device. */
  list(options?: ListOptions): Promise<LedgerScan[]>;
  /** How many scans of the domain, made in [since, until) on this device, count as what: epoch milliseconds. */
  count(options: { since: number; until?: number; signal?: AbortSignal }): Promise<Record<Tally, number>>;
  /**
   * Takes an entry or exit back: kept durably now, sent when the server can be reached. Asked again: the same undo.
   * @throws LedgerError when it could not be kept.
   */
  undo(scanId: string, options?: { signal?: AbortSignal }): Promise<UndoOutcome>;
  /** What waits for a person: open conflicts and scans in quarantine. */
  listDecisions(options?: { signal?: AbortSignal }): Promise<LedgerDecisions>;
  /**
   * Takes back an entry or exit that another device made: by the server and at once, nothing of it is kept here.
   * @throws LedgerError `signed-out`
   */
  undoElsewhere(scanId: string, options?: { signal?: AbortSignal }): Promise<ApiOutcome<UndoResult>>;
  /** Tells the server that somebody has seen to a conflict; not ok where it could not be told, and why. */
  acknowledgeConflict(id: string, options?: { signal?: AbortSignal }): Promise<ApiOutcome<unknown>>;
  /** Sends a scan in quarantine once more. `false` where there is none of that id. */
  resendQuarantined(id: string, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** The log of the domain as one text, the newest first: CSV that no spreadsheet takes for formulas, or JSON. */
  exportScans(options: ExportOptions): Promise<string>;
  /**
   * Brings the tickets up to date; resolves when that ended, well or not, `state.snapshot` tells. While another tab
   * is at it, nothing is done.
   */
  refreshSnapshot(options?: { signal?: AbortSignal }): Promise<void>;
  /** Sends now what may be sent: after sign-in, or when a person asks. Resolves when there is nothing to do for now. */
  drain(): Promise<void>;
}
