import type { Scan, Verdict } from '@scantix/api-contract';
import type { LedgerScan, SyncState } from '../model/ledger-scan.ts';
import type { Tally } from '../model/tally.ts';
import type { ChainStep, LeaseRequest } from './outbox-store.ts';

/** Selects scans of the log. */
export interface ScanQuery {
  readonly domain: string;
  /** The most scans that are returned. */
  readonly limit: number;
  /** Only scans older than the scan of this id. */
  readonly before?: string;
  /** Only scans in this state. @default all */
  readonly sync?: SyncState;
}

/** The log of the scans made on this device. Each method throws LedgerError where the storage fails. */
export interface LogStore {
  /**
   * Writes the scan to log and outbox. Resolves once it would survive a crash; when it rejects, nothing is saved.
   * @param request leases the scan with its record, and all earlier scans of its barcode that wait. @default none
   * @returns the steps to send, which are opened after the record; `null` where nothing was leased
   */
  add(
    scan: Scan,
    domain: string,
    request?: LeaseRequest | null,
  ): Promise<{ readonly steps: Promise<readonly ChainStep[]> } | null>;
  /** Resolves to `null` where the log has no such scan. */
  get(id: string): Promise<LedgerScan | null>;
  /** Returns the newest id of a scan, or of an undo that waits, of any domain; `null` in an empty log. */
  newestId(): Promise<string | null>;
  /** The newest first. */
  list(query: ScanQuery): Promise<LedgerScan[]>;
  /** Scans of one barcode that admitted somebody in or out, also those undone since; the oldest first. */
  listEffective(query: { domain: string; barcode: string }): Promise<LedgerScan[]>;
  /** Counts scans by tally, claimed in [since, until): epoch milliseconds. */
  tally(query: { domain: string; since: number; until: number }): Promise<Record<Tally, number>>;
  /**
   * Saves the verdict shown while the server has not answered, durably. Returns the verdict that is valid now: the
   * first one saved, or the server's if it arrived before.
   */
  saveShownVerdict(id: string, verdict: Verdict): Promise<Verdict | null>;
}
