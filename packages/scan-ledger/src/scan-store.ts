import type { Scan, Undo, Verdict } from '@scantix/api-contract';
import type { LedgerConflict, LedgerScan, LedgerUndo, SyncState } from './scan-ledger.ts';
import type { ClockReading } from './sender/clock-offset.ts';

/** What the server said of one scan: with it the scan leaves the outbox. */
export interface Settlement extends Pick<LedgerScan, 'conflict' | 'error' | 'change'> {
  readonly id: string;
  readonly sync: 'sent' | 'quarantined';
  readonly verdict: Verdict | null;
  readonly receivedAt: string;
  /** Whether what was sent said what this device had shown. */
  readonly knewDeviceVerdict: boolean;
}

/** What the server said of an undo; `error` where it refused it for good. */
export interface UndoSettlement extends Pick<LedgerUndo, 'error' | 'change'> {
  readonly scanId: string;
}

/** What a scan counts as: `repeat` is a second look, `looked` a check. */
export const TALLIES = ['admitted', 'left', 'repeat', 'looked', 'refused', 'undecided', 'undone'] as const;
export type Tally = (typeof TALLIES)[number];

/** A scan in the outbox; scans of one barcode have the same `code`. */
export interface WaitingScan {
  readonly id: string;
  readonly code: string;
}

/** Who sends a scan now, until when (epoch milliseconds). */
export interface Lease {
  readonly holder: string;
  readonly until: number;
}

export interface LeaseRequest extends Lease {
  readonly now: number;
  /** Whether leases of others count for nothing: only one who holds the lock of the sender may say so. */
  readonly takeOver: boolean;
}

/** How many scans are where. */
export interface StoreCounts {
  readonly waiting: number;
  readonly waitingElsewhere: number;
  readonly waitingUndos: number;
  readonly quarantined: number;
  readonly conflicts: number;
}

export interface WaitingUndo {
  readonly scanId: string;
  /** `null` where it cannot be read any more. */
  readonly undo: Undo | null;
}

export interface ScanQuery {
  readonly domain: string;
  readonly limit: number;
  /** Only scans that are older than this one. */
  readonly before?: string;
  readonly sync?: SyncState;
}

export interface TrimRequest {
  readonly domain: string;
  /** How many settled scans stay, whatever their age. */
  readonly keepNewest: number;
  /** Scans from this instant on stay: epoch milliseconds. */
  readonly keepSince: number;
  /** How many go at most in one transaction. */
  readonly limit: number;
}

/**
 * Where scans are kept. Each method is atomic, safe beside other tabs over the same storage, and throws LedgerError.
 */
export interface ScanStore {
  /** Makes the storage ready; the other methods do it by themselves. */
  open(): Promise<void>;
  close(): void;
  /** Writes the scan to log and outbox. Resolves when it would survive a crash; when it rejects, nothing is kept. */
  add(scan: Scan, domain: string): Promise<void>;
  get(id: string): Promise<LedgerScan | null>;
  /** The newest first. */
  list(query: ScanQuery): Promise<LedgerScan[]>;
  /** The scans of one barcode that let somebody in or out, those that were taken back too; the oldest first. */
  listEffective(query: { domain: string; barcode: string }): Promise<LedgerScan[]>;
  /** How many scans of [since, until) count as what: epoch milliseconds. */
  tally(query: { domain: string; since: number; until: number }): Promise<Record<Tally, number>>;
  /** What of the outbox may be sent, the oldest first: what was made after an undo of its barcode waits for that. */
  waiting(query: { domain: string; limit: number }): Promise<WaitingScan[]>;
  /**
   * Leases those that are free and returns them in the order asked, with what was shown of them. `scan` is `null`
   * where it cannot be read any more.
   */
  lease(ids: readonly string[], request: LeaseRequest): Promise<{ id: string; scan: Scan | null }[]>;
  /** Gives back what `holder` has leased and not settled. */
  release(ids: readonly string[], holder: string): Promise<void>;
  /** When the last lease on the outbox runs out; `null` where there is none. */
  leasedUntil(): Promise<number | null>;
  /** Writes the answers to the log and takes the scans out of the outbox. A scan that is settled stays as it is. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /**
   * Remembers what is shown while the server has not answered, durably, and returns what stands now: the first
   * verdict that was kept, or the answer that came first.
   */
  keepShownVerdict(id: string, verdict: Verdict): Promise<Verdict | null>;
  /**
   * Keeps the undo of an entry or exit, durably; what stands already stays. `null` where there is nothing to undo.
   * @param now epoch milliseconds
   */
  addUndo(scanId: string, undo: Undo, now: number): Promise<LedgerUndo | null>;
  /** Undos that the server can be told: it has their scan and what was before them of its barcode. */
  waitingUndos(query: { domain: string; limit: number }): Promise<WaitingUndo[]>;
  settleUndo(settlement: UndoSettlement): Promise<void>;
  /** Puts a scan in quarantine back into the outbox. Returns whether there was one. */
  requeue(id: string): Promise<boolean>;
  /** Conflicts that the server says are open. `since`: those kept until that instant and not among these are gone. */
  putConflicts(
    domain: string,
    conflicts: readonly LedgerConflict[],
    options: { now: number; since?: number },
  ): Promise<void>;
  listConflicts(domain: string): Promise<LedgerConflict[]>;
  removeConflict(id: string): Promise<void>;
  /** `domain` is `null` when nobody is signed in: then every scan counts. */
  count(domain: string | null): Promise<StoreCounts>;
  /** How far the server's clock was ahead of this device's when it was compared last. */
  readClockOffset(): Promise<ClockReading | null>;
  keepClockOffset(reading: ClockReading): Promise<void>;
  /** Forgets old scans that are settled in every respect. Returns how many. */
  trim(request: TrimRequest): Promise<number>;
}
