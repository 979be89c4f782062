import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '../../src/index.ts';

/** Before the code of a failure of an earlier build. */
export const EARLIER_BUILD = 'earlier build: ';

/** What a clerk did or saw, in order. */
export type ClerkEvent =
  /** `record` was called; its end is unknown. */
  | {
      readonly kind: 'begun';
      readonly device: string;
      readonly domain: string;
      readonly barcode: string;
      /** Number of the last answer that the tab heard in time; 0 after trouble of its own. */
      readonly heard?: number;
    }
  /** `record` resolved: the clerk heard the tick. */
  | {
      readonly kind: 'recorded';
      readonly device: string;
      readonly domain: string;
      readonly scan: LedgerScan['scan'];
      /** Whether the storage of the device was deleted since `record` was called. */
      readonly isEvicted?: boolean;
    }
  /** `record` rejected: the clerk heard no tick and saw the reason. */
  | {
      readonly kind: 'failed';
      readonly device: string;
      readonly code: string;
      /** Whether its storage was being deleted, filled or slowed down. */
      readonly isTroubled?: boolean;
    }
  /** A verdict was on the screen. */
  | {
      readonly kind: 'shown';
      readonly device: string;
      readonly id: string;
      readonly verdict: Verdict;
      /** From the tick to the verdict, by the page. */
      readonly tookMs: number;
      /** Whether the device was online, and its calls were answered in time, from the tick to the verdict. */
      readonly healthy?: boolean;
    }
  /** The clerk undid a scan, and saw the confirmation. */
  | { readonly kind: 'undone'; readonly device: string; readonly id: string }
  /** A call of the ledger did not end. */
  | { readonly kind: 'stuck'; readonly device: string; readonly what: string }
  /** The browser deleted the storage of the device. */
  | { readonly kind: 'evicted'; readonly device: string };

/** One scan in the log of its device. */
export type LoggedScan = Pick<
  LedgerScan,
  'scan' | 'sync' | 'verdict' | 'serverVerdict' | 'error' | 'undo' | 'conflict'
>;

/** The final content of one device. */
export interface DeviceEnd {
  readonly device: string;
  readonly log: readonly LoggedScan[];
  /** Number of scans and undos that are still in the outbox. */
  readonly waiting: number;
  /** The ids of the conflicts that it lists as open. */
  readonly conflicts: readonly string[];
}

/** A scan in the database. */
export interface StoredScan {
  readonly domain: string;
  readonly id: string;
  readonly device: string;
  readonly barcode: string;
  readonly mode: string;
  readonly clerk: string;
  readonly verdict: Verdict;
  readonly deviceVerdict: Verdict | null;
  /** When the visitor passed, as the server computed it, also where the claim is in doubt: epoch milliseconds. */
  readonly happenedAt: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** A ticket in the database. */
export interface StoredTicket {
  readonly domain: string;
  readonly barcode: string;
  readonly allowed: number;
  readonly used: number;
  readonly inside: number;
  /** The id of the scan that it names as its first entry. */
  readonly firstUse: string | null;
}

/** A conflict in the database. */
export interface StoredConflict {
  readonly id: string;
  readonly scanId: string;
  readonly withScanId: string | null;
}

/** An undo in the database. */
export interface StoredUndo {
  readonly id: string;
  readonly scanId: string;
}

/** Everything known about a finished run, after all waiting scans could be sent. */
export interface History {
  readonly events: readonly ClerkEvent[];
  readonly devices: readonly DeviceEnd[];
  readonly scans: readonly StoredScan[];
  readonly tickets: readonly StoredTicket[];
  readonly conflicts: readonly StoredConflict[];
  readonly undos: readonly StoredUndo[];
}
