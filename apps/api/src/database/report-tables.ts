import type { ColumnType, Generated } from 'kysely';
import type { BigInteger } from './column-types.ts';

/** The hours of a domain whose scans are counted, from full hours in UTC, and what the summary adds up of each. */
export interface ReportHoursTable {
  domain_id: string;
  hour: Date;
  scans: number;
  admitted: number;
  refused: number;
  attention: number;
  undecided: number;
  came_back: number;
  marked: number;
  let_in: number;
  turned_away: number;
  /** The classes of the decision times, by `TIME_CLASS`. */
  took_classes: number[];
  /** How many scans each of these classes has. */
  took_scans: number[];
  /** The five minutes in which most visitors were admitted; `null`: nobody was. */
  peak_at: Date | null;
  peak_admitted: number | null;
}

/** The counts of an hour, by the kinds of `countHour`. */
export interface ReportCountsTable {
  domain_id: string;
  kind: string;
  hour: Date;
  key: string;
  scans: number;
  admitted: number;
  refused: number;
}

/** Changes of hours that are over: the counts of such an hour do not hold. Triggers write it. */
export interface ReportChangesTable {
  domain_id: string;
  hour: Date;
  id: Generated<string>;
}

/** Sums over a domain's tickets. Triggers write it. */
export interface TicketTotalsTable {
  domain_id: string;
  /** The checkpoint of the last entry; empty: none. */
  entered_at: ColumnType<string, never, never>;
  /** The end of the tickets' validity, rounded up to minutes; infinity: none. */
  ends_at: ColumnType<Date, never, never>;
  inside: BigInteger;
  remaining: BigInteger;
}
