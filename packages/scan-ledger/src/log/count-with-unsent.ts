import type { Outcome } from '@scantix/api-contract';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { type LogFilters, UNSENT_STATES } from './filter-parameters.ts';
import { UNSENT_LIMIT } from './list-unsent.ts';
import { matchesFilters } from './matches-filters.ts';

/** How many scans a log has: the contract's answer to `countScans`. */
export interface LogCounts {
  /** Whether all were counted; else the counts are lower bounds. */
  readonly complete: boolean;
  /** Scans of any outcome, conflict and device. */
  readonly all: number;
  /** Scans of each outcome. */
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Scans with a conflict, open or settled. */
  readonly conflicts: number;
  /** Scans of this device. */
  readonly this_device: number;
}

/** What adds to the counts of the server. */
export interface UnsentCounts {
  /** The unsent scans of this device, as `listUnsent` gives them. */
  readonly unsent: readonly LedgerScan[];
  /** The ids of scans that are known to be in the server's counts. @default none */
  readonly counted?: ReadonlySet<string>;
  readonly filters: LogFilters;
  /** The device whose scans `this_device` counts. */
  readonly deviceId: string | null;
}

/** Counts of nothing, for filters that the server is not asked with. */
export const NO_COUNTS: LogCounts = {
  complete: true,
  all: 0,
  outcomes: { accepted: 0, attention: 0, refused: 0, undecided: 0 },
  conflicts: 0,
  this_device: 0,
};

/** Adds the unsent scans of this device to the server's counts, each by the filters that the server counted it by. */
export function countWithUnsent(counts: LogCounts, { unsent, counted, filters, deviceId }: UnsentCounts): LogCounts {
  const onlyHere = unsent.filter(({ scan }) => !counted?.has(scan.id));
  const add = (count: number, changed: LogFilters) =>
    count + onlyHere.filter((entry) => matchesFilters(entry, { ...filters, ...changed })).length;
  const { accepted, attention, refused, undecided } = counts.outcomes;
  return {
    complete: counts.complete && UNSENT_STATES.every((state) => countOf(unsent, state) < UNSENT_LIMIT),
    all: add(counts.all, { outcome: undefined, conflict: undefined, device_id: undefined }),
    outcomes: {
      accepted: add(accepted, { outcome: 'accepted' }),
      attention: add(attention, { outcome: 'attention' }),
      refused: add(refused, { outcome: 'refused' }),
      undecided: add(undecided, { outcome: 'undecided' }),
    },
    conflicts: add(counts.conflicts, { conflict: 'any' }),
    this_device: deviceId === null ? counts.this_device : add(counts.this_device, { device_id: deviceId }),
  };
}

const countOf = (unsent: readonly LedgerScan[], state: LedgerScan['sync']) =>
  unsent.filter(({ sync }) => sync === state).length;
