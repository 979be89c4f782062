import type { Reason, ScanMode } from '@scantix/api-contract';
import type { LedgerScan } from './ledger-scan.ts';

/** A scan that a device accepted and the server would have refused: open until somebody acknowledges it. */
export interface LedgerConflict {
  readonly id: string;
  readonly scanId: string;
  /** The other scan of the ticket, where there is one. */
  readonly withScanId?: string | undefined;
  /** The mode of the scan; missing where an earlier build has stored the conflict. */
  readonly mode?: ScanMode | undefined;
  /** Why the server would have refused. */
  readonly kind: Reason;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

/** How many scans in quarantine are listed at most. */
export const MAX_QUARANTINED = 500;

/** What only a person can resolve. */
export interface LedgerDecisions {
  readonly conflicts: readonly LedgerConflict[];
  /** The newest first, at most {@link MAX_QUARANTINED}. */
  readonly quarantined: readonly LedgerScan[];
}
