import type { Verdict } from '@scantix/api-contract';
import type { ClerkEvent, History, LoggedScan, StoredScan } from './history.ts';

/** A violation of a guarantee. */
export interface Finding {
  readonly kind: 'stuck' | 'lost' | 'doubled' | 'wrong certainty' | 'double admission' | 'wrong inside';
  readonly text: string;
}

/** Whether a verdict admits somebody, which uses an entry up. */
export function admits({ reason, mode }: Verdict): boolean {
  return mode === 'entry' && (reason === 'ok' || reason === 'needs_attention');
}

/** The verdict that the visitor got: its device's decision if there is one, else the server's. */
export function verdictAtGate({ verdict, deviceVerdict }: StoredScan): Verdict {
  const isDecided = deviceVerdict?.certainty === 'device' && deviceVerdict.outcome !== 'undecided';
  return isDecided ? deviceVerdict : verdict;
}

/** Whether a scan admitted somebody. */
export function hasAdmitted(scan: StoredScan): boolean {
  return admits(verdictAtGate(scan));
}

/** The name of a code: two domains may use the same. */
export function codeOf({ domain, barcode }: { readonly domain: string; readonly barcode: string }): string {
  return `${domain}: ${barcode}`;
}

/** A history with what is looked up in it. */
export interface IndexedHistory extends History {
  readonly recorded: readonly Extract<ClerkEvent, { kind: 'recorded' }>[];
  readonly shown: ReadonlyMap<string, readonly Extract<ClerkEvent, { kind: 'shown' }>[]>;
  readonly stored: ReadonlyMap<string, StoredScan>;
  readonly logged: ReadonlyMap<string, LoggedScan>;
  readonly inConflict: ReadonlySet<string>;
  readonly undone: ReadonlySet<string>;
  /** Scans that were on a device when its storage was deleted. */
  readonly evicted: ReadonlySet<string>;
}

export function indexHistory(history: History): IndexedHistory {
  const { events, devices, scans, conflicts, undos } = history;
  const shownEvents = events.filter((event) => event.kind === 'shown');
  return {
    ...history,
    recorded: events.filter((event) => event.kind === 'recorded'),
    shown: Map.groupBy(shownEvents, ({ id }) => id),
    stored: new Map(scans.map((scan) => [scan.id, scan])),
    logged: new Map(devices.flatMap(({ log }) => log.map((entry) => [entry.scan.id, entry]))),
    inConflict: new Set(conflicts.map(({ scanId }) => scanId)),
    undone: new Set(undos.map(({ scanId }) => scanId)),
    evicted: findEvicted(history),
  };
}

function findEvicted({ events, scans }: History): Set<string> {
  const recorded = new Set(events.flatMap((event) => (event.kind === 'recorded' ? [event.scan.id] : [])));
  const untold = scans.filter(({ id }) => !recorded.has(id));
  const evicted = new Set<string>();
  for (const [index, event] of events.entries()) {
    if (event.kind === 'recorded' && event.isEvicted) evicted.add(event.scan.id);
    if (event.kind !== 'evicted') continue;
    const { device } = event;
    const before = events.slice(0, index).filter((other) => 'device' in other && other.device === device);
    for (const other of before) if (other.kind === 'recorded') evicted.add(other.scan.id);
    for (const scan of untold) if (scan.device === device && isUnended(before, scan)) evicted.add(scan.id);
  }
  return evicted;
}

/** Whether a browser was killed after it had recorded the scan and before it said so. */
function isUnended(events: readonly ClerkEvent[], scan: StoredScan): boolean {
  const begun = events.filter((event) => event.kind === 'begun' && codeOf(event) === codeOf(scan));
  const ended = events.filter(
    (event) => event.kind === 'recorded' && codeOf({ ...event.scan, domain: event.domain }) === codeOf(scan),
  );
  return begun.length > ended.length;
}
