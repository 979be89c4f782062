/// <reference lib="esnext.disposable" preserve="true" />
import type { ApiOutcome, Scan, ScanMethod, ScanMode, ScanResult, Symbology, Verdict } from '@scantix/api-contract';
import type { LedgerErrorCode } from './ledger-error.ts';

/** Who is signed in, as far as the ledger must know. */
export interface LedgerOwner {
  readonly domain: string;
  /** The login name; it becomes `claimed_by`. */
  readonly clerk: string;
}

/** How scans reach the server: `POST /scantix/v0/scanner/scans` over the signed-in session. */
export interface ScanTransport {
  send(scans: Scan[], options: { signal: AbortSignal }): Promise<ApiOutcome<{ results: ScanResult[] }>>;
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

/** One row of this device's log. */
export interface LedgerScan {
  /** What was recorded and is sent; it never changes. */
  readonly scan: Scan;
  readonly domain: string;
  readonly sync: SyncState;
  /** The server's verdict, else the one that was shown meanwhile, else `null`. */
  readonly verdict: Verdict | null;
  /** When this device got the server's answer: ISO 8601, UTC. */
  readonly receivedAt?: string;
  readonly conflict?: NonNullable<ScanResult['conflict']>;
  /** Why it is in quarantine. */
  readonly error?: { readonly code: string; readonly message: string };
}

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
  /** Scans of the domain that the server rejected for good. */
  readonly quarantined: number;
  /** Whether this page is sending now. */
  readonly sending: boolean;
  /** When sending is tried again after a failure: epoch milliseconds. */
  readonly nextTryAt: number | null;
  readonly problem: LedgerProblem | null;
  /** Counts up with each change of the log, those of other tabs included: read `list` again. */
  readonly revision: number;
}

/** Records scans before anything is shown, sends them, and remembers what the server said. */
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
   * The server's verdict if it comes within the decision budget, else `undecided` with certainty `pending`, while
   * the outbox goes on.
   * @throws LedgerError `unknown-scan`; the signal's reason when aborted.
   */
  decide(id: string, options?: { signal?: AbortSignal }): Promise<Verdict>;
  /** One scan of the signed-in clerk's domain, `null` where there is none. */
  get(id: string, options?: { signal?: AbortSignal }): Promise<LedgerScan | null>;
  /** The newest scans of the signed-in clerk's domain on this device. @default limit 50 */
  list(options?: { limit?: number; signal?: AbortSignal }): Promise<LedgerScan[]>;
  /** Sends now what may be sent: after sign-in, or when a person asks. Resolves when there is nothing to do for now. */
  drain(): Promise<void>;
}
