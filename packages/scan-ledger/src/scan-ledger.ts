/// <reference lib="esnext.disposable" preserve="true" />
import type { ApiOutcome, ClerkDecision, UndoResult, Verdict } from '@scantix/api-contract';
import type { ClockReading } from './model/clock-reading.ts';
import type { LedgerDecisions } from './model/ledger-conflict.ts';
import type { LedgerScan } from './model/ledger-scan.ts';
import type { LedgerState } from './model/ledger-state.ts';
import type { UndoOutcome } from './model/ledger-undo.ts';
import type { CountOptions, ExportOptions, ListOptions } from './model/log-options.ts';
import type { ScanToRecord } from './model/scan-to-record.ts';
import type { Tally } from './model/tally.ts';

/**
 * Records scans before anything is shown, decides while the server cannot, sends scans, and stores the answers. A method
 * with a `signal` rejects with the signal's reason once that has aborted; one whose result is the outcome of a call to the
 * server resolves to `unreachable` instead. A method that reads or writes scans rejects with LedgerError where the storage
 * fails.
 */
export interface ScanLedger extends AsyncDisposable {
  /** Opens the storage and sends what waits. Never rejects: `status` and `problem` of the state report a failure. */
  start(): Promise<void>;
  /** Stops sending and closes the storage; waiting scans remain in the outbox. */
  stop(): Promise<void>;
  getSnapshot(): LedgerState;
  /** Calls `listener` after each change of the state. Returns the unsubscriber. */
  subscribe(listener: () => void): () => void;
  /**
   * Records a scan. Resolves only after the strict commit; `signal` has no effect once the write has begun.
   * @throws LedgerError when the scan could not be saved. Then nothing of it is saved.
   */
  record(scan: ScanToRecord, options?: { signal?: AbortSignal }): Promise<LedgerScan>;
  /**
   * Returns the server's verdict if it arrives within the decision budget, else this device's from its tickets, else
   * `undecided` with certainty `pending`; sending continues. The returned verdict is on the disk. An abort ends the wait
   * alone: the scan is decided all the same.
   * @throws LedgerError `unknown-scan`; the signal's reason when aborted.
   */
  decide(id: string, options?: { signal?: AbortSignal }): Promise<Verdict>;
  /**
   * Saves what the clerk decides of a scan that was left undecided: let in counts as an entry or exit, turned away as a
   * refusal. It is sent with the scan, or after it. Returns the verdict that is valid now: an earlier decision, the
   * server's meanwhile, or a scan of another clerk stay as they are.
   * @throws LedgerError `unknown-scan`; when it could not be saved.
   */
  decideByClerk(id: string, decision: ClerkDecision, options?: { signal?: AbortSignal }): Promise<Verdict>;
  /** Returns one scan of the signed-in clerk's domain, `null` where there is none. */
  get(id: string, options?: { signal?: AbortSignal }): Promise<LedgerScan | null>;
  /** Lists the newest scans of the signed-in clerk's domain on this device. */
  list(options?: ListOptions): Promise<LedgerScan[]>;
  /** Counts the scans of the domain on this device by tally, claimed in [since, until). */
  count(options: CountOptions): Promise<Record<Tally, number>>;
  /**
   * Counts the scans and undos of the domain that the server has not answered for: `null` where the storage does not
   * say within 2 s. Never rejects.
   */
  countWaiting(): Promise<number | null>;
  /**
   * Takes an entry or exit back: saved durably now, sent when the server can be reached. A second call returns the
   * same undo.
   * @throws LedgerError when it could not be saved.
   */
  undo(scanId: string, options?: { signal?: AbortSignal }): Promise<UndoOutcome>;
  /** Lists what waits for a person: open conflicts and scans in quarantine. */
  listDecisions(options?: { signal?: AbortSignal }): Promise<LedgerDecisions>;
  /**
   * Takes back an entry or exit that another device made: by the server at once, without a record on this device.
   * @throws LedgerError `signed-out`
   */
  undoElsewhere(scanId: string, options?: { signal?: AbortSignal }): Promise<ApiOutcome<UndoResult>>;
  /** Acknowledges a conflict at the server; not ok where the call failed, with the reason. */
  acknowledgeConflict(id: string, options?: { signal?: AbortSignal }): Promise<ApiOutcome<unknown>>;
  /** Sends a scan in quarantine once more. `false` where there is none of that id. */
  resendQuarantined(id: string, options?: { signal?: AbortSignal }): Promise<boolean>;
  /** Exports the log of the domain as one text, the newest first: CSV safe against formula injection, or JSON. */
  exportScans(options: ExportOptions): Promise<string>;
  /**
   * Downloads changed tickets. Resolves when that ended, well or not; `tickets` of the state reports the result. Does
   * nothing while another tab downloads.
   */
  refreshTickets(options?: { signal?: AbortSignal }): Promise<void>;
  /** Forgets the scans in `lost` of the state: a clerk of the domain has seen how many there were. */
  acknowledgeLost(): void;
  /** The device's clock against the server's, by the server's last answer; `null` before any. */
  readClock(): ClockReading | null;
  /**
   * Sends what may be sent now, also what the server has lost by its last answer: after sign-in, or when a person asks.
   * Resolves when there is nothing left to do.
   */
  drain(): Promise<void>;
}
