import type { Scan, Verdict } from '@scantix/api-contract';
import type { LedgerScan } from './scan-ledger.ts';

/** What the server said of one scan: with it the scan leaves the outbox. */
export interface Settlement extends Pick<LedgerScan, 'conflict' | 'error'> {
  readonly id: string;
  readonly sync: 'sent' | 'quarantined';
  readonly verdict: Verdict | null;
  readonly receivedAt: string;
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
  readonly quarantined: number;
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
  list(query: { domain: string; limit: number }): Promise<LedgerScan[]>;
  /** Ids in the outbox, the oldest first. */
  waitingIds(query: { domain: string; limit: number }): Promise<string[]>;
  /** Leases those that are free and returns them in the order asked. `scan` is `null` where it cannot be read any more. */
  lease(ids: readonly string[], request: LeaseRequest): Promise<{ id: string; scan: Scan | null }[]>;
  /** Gives back what `holder` has leased and not settled. */
  release(ids: readonly string[], holder: string): Promise<void>;
  /** When the last lease on the outbox runs out; `null` where there is none. */
  leasedUntil(): Promise<number | null>;
  /** Writes the answers to the log and takes the scans out of the outbox. A scan that is settled stays as it is. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** Remembers what was shown while the server had not answered. */
  keepShownVerdict(id: string, verdict: Verdict): Promise<void>;
  /** `domain` is `null` when nobody is signed in: then every scan counts. */
  count(domain: string | null): Promise<StoreCounts>;
}
