import type { LedgerScan } from '../model/ledger-scan.ts';
import type { Claim } from '../model/make-events.ts';
import type { Clock } from '../ports/clock.ts';
import type { LeaseRequest } from '../ports/outbox-store.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { RecordedScan } from '../sender/create-fresh-sender.ts';
import type { LogChanges } from '../tabs/create-log-changes.ts';
import type { Conflicts } from '../upkeep/create-conflicts.ts';

/** What the commands share; each names the parts that it uses. */
export interface CommandContext {
  readonly store: ScanStore;
  readonly transport: ScanTransport;
  readonly clock: Clock;
  readonly changes: LogChanges;
  readonly conflicts: Pick<Conflicts, 'remove'>;
  /**
   * Returns who acts now and when; both are fixed when the function is called.
   * @throws LedgerError `signed-out`
   */
  readonly claim: () => Promise<Claim & { readonly domain: string }>;
  /** Finds a scan of the signed-in clerk's domain. */
  readonly get: (id: string) => Promise<LedgerScan | null>;
  /** Uses the storage and reports its failure in the ledger's state. */
  readonly watch: <T>(use: () => Promise<T>) => Promise<T>;
  /** Sends what may be sent. */
  readonly send: () => Promise<void>;
  /** Returns the lease of a scan that is about to be recorded; `null`: it has none. */
  readonly leaseAhead: () => LeaseRequest | null;
  /** Sends a scan that was just recorded. */
  readonly begin: (id: string, recorded: RecordedScan) => void;
}

/** Options of a command. */
export interface CommandOptions {
  readonly signal?: AbortSignal;
}
