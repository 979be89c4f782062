import type { Scan, Verdict } from '@scantix/api-contract';
import type { Settlement } from '../model/settlement.ts';
import type { WaitingUndo } from './undo-store.ts';

/** A scan in the outbox; scans of one barcode have the same `code`. */
export interface WaitingScan {
  readonly id: string;
  readonly code: string;
}

/** Who sends a scan now, until when (epoch milliseconds). */
export interface Lease {
  readonly holder: string;
  /** Epoch milliseconds. */
  readonly until: number;
  /** Whether somebody waits for the scan. Such a lease takes over one without. */
  readonly isFresh?: boolean;
}

/** A leased scan, with the device verdict if one was shown; `null` where it can no longer be read. */
export interface LeasedScan {
  readonly id: string;
  readonly scan: Scan | null;
}

/** One step to send: a scan, or the undo of an earlier scan. */
export type ChainStep = ({ readonly kind: 'scan' } & LeasedScan) | ({ readonly kind: 'undo' } & WaitingUndo);

/**
 * A scan and whatever of its barcode must reach the server before it, in order. `busy`: another tab sends the scan for
 * somebody who waits. `behind`: more must reach the server before it than one call takes. `gone`: the scan does not wait, or
 * it has a verdict. `foreign`: it is of another domain.
 */
export type ScanChain =
  | { readonly kind: 'leased'; readonly steps: readonly ChainStep[] }
  | { readonly kind: 'busy' }
  | { readonly kind: 'behind' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'foreign' };

/** A lease that a sender asks for. */
export interface LeaseRequest extends Lease {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the holder of a lease has ended without giving it back; without it all of them live. */
  readonly hasEnded?: (holder: string) => boolean;
}

/** A lease of a scan and what must reach the server before it. */
export interface ChainRequest extends LeaseRequest {
  /** The domain whose server is asked. */
  readonly domain: string;
}

/** How many scans, undos and conflicts are in which state. */
export interface StoreCounts {
  /** Scans of the domain without an answer of the server; of every domain when signed out. */
  readonly waiting: number;
  /** Scans of other domains without an answer; 0 when signed out. */
  readonly waitingElsewhere: number;
  /** Undos of the domain's sent scans without an answer; of every domain when signed out. */
  readonly waitingUndos: number;
  /** Scans of the domain that the server rejected for good. */
  readonly quarantined: number;
  /** Open conflicts of the domain. */
  readonly conflicts: number;
}

/** Which receipts of this device a server no longer has. */
export interface LostReceipts {
  /** The id of the server's database: it has no receipt of another one. */
  readonly epoch: string;
  /** Of its own it has none above this number; `null`: it has all of them. */
  readonly above: number | null;
}

/** One step of offering again. */
export interface OfferStep {
  readonly domain: string;
  readonly lost: LostReceipts;
  /** The id of the last scan of the step before; '' at the beginning. */
  readonly after: string;
  /** Maximum number of scans that the step looks at. */
  readonly limit: number;
}

/** The scans that wait for the server. Each method throws LedgerError where the storage fails. */
export interface OutboxStore {
  /** Scans that may be sent, the oldest first. A scan made after an undo of its barcode waits for that undo. */
  waiting(query: { domain: string; limit: number }): Promise<WaitingScan[]>;
  /** Leases the scans that are free and returns them in the order asked. */
  lease(ids: readonly string[], request: LeaseRequest): Promise<LeasedScan[]>;
  /** Leases a scan, if it is free, and all earlier scans of its barcode that wait, if one call takes them. */
  leaseChain(id: string, request: ChainRequest): Promise<ScanChain>;
  /** Ends the leases of `holder` on scans that are not settled. */
  release(ids: readonly string[], holder: string): Promise<void>;
  /** When the last lease on the outbox ends: epoch milliseconds; `null` without a lease. */
  leasedUntil(): Promise<number | null>;
  /**
   * Writes the answers to the log and removes the scans from the outbox. A settled scan does not change. Returns the
   * verdicts that are valid by this: those of scans that this device had not decided.
   */
  settle(settlements: readonly Settlement[]): Promise<ReadonlyMap<string, Verdict>>;
  /** Moves a scan from quarantine back to the outbox. Returns whether there was one. */
  requeue(id: string): Promise<boolean>;
  /**
   * Moves scans that were rejected as `invalid_request` from quarantine back to the outbox, once for these builds of app
   * and server. Returns their ids.
   */
  retryRejected(query: { domain: string; builds: string }): Promise<string[]>;
  /**
   * Moves sent scans and undos that the server has lost back into the outbox. Returns how many scans, and the id of the
   * last scan that the step has looked at, `null` at the end.
   */
  offerAgain(step: OfferStep): Promise<{ offered: number; last: string | null }>;
  /** Moves rows of one domain's name to another name, at most `limit`; `before`: of scans only those with lower ids. Returns how many. */
  moveDomain(move: { from: string; to: string; before?: string | undefined; limit: number }): Promise<number>;
  /**
   * Counts rows in one transaction.
   * @param domain `null` when nobody is signed in: then every scan counts
   */
  count(domain: string | null): Promise<StoreCounts>;
}
