import type { SnapshotPage, SnapshotSum } from '@scantix/api-contract/snapshot';

/** One set of tickets in storage: complete, or still downloading. */
export interface TicketSet {
  readonly domain: string;
  readonly snapshotId: string;
  readonly ticketing: 'on' | 'off';
  /** The version of its rows that a reader must know. @default 1 */
  readonly rowFormat?: number;
  /** The cursor of the next page. */
  readonly cursor: string;
  /** Count and digest of the rows; `null` until the first download is complete. */
  readonly sum: SnapshotSum | null;
  /** Rows applied so far, for the progress of a download. */
  readonly rows: number;
  /** Number of tickets on the server. */
  readonly expectedCount: number;
  /** When the server read the page that completed the set: ISO 8601, UTC. */
  readonly generatedAt: string;
  /** When this device completed the set: epoch milliseconds. */
  readonly receivedAt: number;
}

/** `whole` answers lookups; `arriving` replaces it once complete. */
export interface TicketSets {
  readonly whole: TicketSet | null;
  readonly arriving: TicketSet | null;
}

/**
 * The result of a page. `overtaken`: it does not continue the stored set, because another tab was faster. `corrupt`:
 * the last page is here and the rows differ from the server's; the set was dropped.
 */
export type PageOutcome = 'applied' | 'overtaken' | 'corrupt';

/** The request that a page answers. */
export interface PageContext {
  readonly domain: string;
  /** The cursor that the page was requested with. */
  readonly cursor: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** One ticket as it is stored: sealed. */
export interface HeldRow {
  readonly key: string;
  /** The change number of the ticket that the row has; a higher one is newer. */
  readonly change: number;
  /** `null` where the ticket was removed. */
  readonly sealed: string | null;
}

/** The result of a lookup. */
export type FoundTicket =
  | { readonly kind: 'found'; readonly row: HeldRow & { readonly sealed: string }; readonly set: TicketSet }
  | { readonly kind: 'missing'; readonly set: TicketSet }
  | { readonly kind: 'no-tickets' };

/** Stores tickets, sealed as the server sent them. Each method is safe beside other tabs and throws LedgerError. */
export interface TicketStore {
  close(): void;
  /** Resolves to sets of null where nothing of the domain is stored. */
  read(domain: string): Promise<TicketSets>;
  /** Applies a page and its cursor in one transaction: all of it or nothing. */
  apply(page: SnapshotPage, context: PageContext): Promise<PageOutcome>;
  /** Deletes the set that is still downloading, of whatever domain. */
  dropArriving(): Promise<void>;
  /** Finds a barcode in the complete set, also while another set downloads. */
  find(domain: string, barcode: string): Promise<FoundTicket>;
}
