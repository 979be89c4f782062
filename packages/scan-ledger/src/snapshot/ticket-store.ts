import type { SnapshotPage, SnapshotSum } from '@scantix/api-contract/snapshot';
import type { HeldRow } from './block.ts';

/** One set of tickets in storage: a whole one, or one that is still arriving. */
export interface TicketSet {
  readonly domain: string;
  readonly snapshotId: string;
  readonly ticketing: 'on' | 'off';
  /** Where the next page begins. */
  readonly cursor: string;
  /** What the rows add up to; `null` until the first download is whole. */
  readonly sum: SnapshotSum | null;
  /** Rows taken so far, and how many tickets the server has: for who watches a download. */
  readonly rows: number;
  readonly expectedCount: number;
  /** When the server read the page that made it whole: ISO 8601, UTC. */
  readonly generatedAt: string;
  /** When this device had it whole: epoch milliseconds. */
  readonly receivedAt: number;
}

/** `whole` answers look-ups; `arriving` takes its place once it is whole too. */
export interface TicketSets {
  readonly whole: TicketSet | null;
  readonly arriving: TicketSet | null;
}

/**
 * What came of a page. `overtaken`: it does not follow on what is held, another tab was faster. `corrupt`: all pages
 * are here and they are not what the server has; the set was dropped.
 */
export type PageOutcome = 'applied' | 'overtaken' | 'corrupt';

export interface PagePlace {
  readonly domain: string;
  /** The cursor that the page was asked with. */
  readonly cursor: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type FoundTicket =
  | { readonly kind: 'found'; readonly row: HeldRow & { readonly sealed: string }; readonly set: TicketSet }
  | { readonly kind: 'missing'; readonly set: TicketSet }
  | { readonly kind: 'no-tickets' };

/** Where tickets are kept, sealed as they came. Each method is safe beside other tabs and throws LedgerError. */
export interface TicketStore {
  close(): void;
  read(domain: string): Promise<TicketSets>;
  /** Takes a page with its cursor in one transaction: all of it or nothing. */
  apply(page: SnapshotPage, place: PagePlace): Promise<PageOutcome>;
  /** Looks a barcode up in the whole set, also while another one arrives. */
  find(domain: string, barcode: string): Promise<FoundTicket>;
}
