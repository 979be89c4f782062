import type { Verdict } from '@scantix/api-contract';
import type { LedgerScan } from '../../src/index.ts';

/** What a clerk was told, in the order in which it was told. */
export type Told =
  /** `record` was called; nothing is known of how it ended. */
  | { readonly kind: 'begun'; readonly device: string; readonly barcode: string }
  /** `record` resolved: the tick was heard. */
  | { readonly kind: 'recorded'; readonly device: string; readonly scan: LedgerScan['scan'] }
  /** `record` rejected: no tick was heard, and the clerk was told why. */
  | { readonly kind: 'failed'; readonly device: string; readonly code: string }
  /** A verdict stood on the screen. */
  | { readonly kind: 'shown'; readonly device: string; readonly id: string; readonly verdict: Verdict }
  /** The clerk took a scan back, and was told that it is. */
  | { readonly kind: 'undone'; readonly device: string; readonly id: string };

/** One scan as its device has it in the log. */
export type LoggedScan = Pick<
  LedgerScan,
  'scan' | 'sync' | 'verdict' | 'serverVerdict' | 'error' | 'undo' | 'conflict'
>;

/** What one device holds when all is over. */
export interface DeviceEnd {
  readonly device: string;
  readonly log: readonly LoggedScan[];
  /** Scans and undos that are in the outbox still. */
  readonly waiting: number;
  /** The conflicts that it lists as open, by their ids. */
  readonly conflicts: readonly string[];
}

/** A row of the scans that stand in the database. */
export interface StoredScan {
  readonly id: string;
  readonly device: string;
  readonly barcode: string;
  readonly mode: string;
  readonly clerk: string;
  readonly verdict: Verdict;
  readonly deviceVerdict: Verdict | null;
}

/** A ticket as it stands in the database. */
export interface StoredTicket {
  readonly barcode: string;
  readonly allowed: number;
  readonly used: number;
}

/** A conflict as it stands in the database. */
export interface StoredConflict {
  readonly id: string;
  readonly scanId: string;
  readonly withScanId: string | null;
}

/** A scan that was taken back, as it stands in the database. */
export interface StoredUndo {
  readonly id: string;
  readonly scanId: string;
}

/** All that is known of a run once it is over: everything that waited had its chance to be sent. */
export interface History {
  readonly told: readonly Told[];
  readonly devices: readonly DeviceEnd[];
  readonly scans: readonly StoredScan[];
  readonly tickets: readonly StoredTicket[];
  readonly conflicts: readonly StoredConflict[];
  readonly undos: readonly StoredUndo[];
}
