import type { Verdict } from '@scantix/api-contract';
import type { ClerkEvent, History, LoggedScan, StoredScan } from './history.ts';

/** A violation of a guarantee. */
export interface Finding {
  readonly kind: 'lost' | 'doubled' | 'wrong certainty';
  readonly text: string;
}

/** Whether a verdict admits somebody, which uses an entry up. */
function admits({ reason, mode }: Verdict): boolean {
  return mode === 'entry' && (reason === 'ok' || reason === 'needs_attention');
}

/** Whether a scan admitted somebody: by its device's decision if there is one, else by the server's. */
function hasAdmitted({ verdict, deviceVerdict }: StoredScan): boolean {
  const isDecided = deviceVerdict?.certainty === 'device' && deviceVerdict.outcome !== 'undecided';
  return admits(isDecided ? deviceVerdict : verdict);
}

/**
 * Compares what the clerks saw with the content of the devices and of the database. It shares no code with the ledger,
 * and so no mistake.
 */
export function checkHistory(history: History): Finding[] {
  const all = indexHistory(history);
  return [...findLost(all), ...findDoubled(all), ...findWrongCertainty(all)];
}

interface IndexedHistory extends History {
  readonly recorded: readonly Extract<ClerkEvent, { kind: 'recorded' }>[];
  readonly shown: ReadonlyMap<string, readonly Verdict[]>;
  readonly stored: ReadonlyMap<string, StoredScan>;
  readonly logged: ReadonlyMap<string, LoggedScan>;
  readonly inConflict: ReadonlySet<string>;
  readonly undone: ReadonlySet<string>;
}

function indexHistory(history: History): IndexedHistory {
  const { events, devices, scans, conflicts, undos } = history;
  const shown = new Map<string, Verdict[]>();
  for (const event of events) {
    if (event.kind === 'shown') shown.set(event.id, [...(shown.get(event.id) ?? []), event.verdict]);
  }
  return {
    ...history,
    recorded: events.filter((event) => event.kind === 'recorded'),
    shown,
    stored: new Map(scans.map((scan) => [scan.id, scan])),
    logged: new Map(devices.flatMap(({ log }) => log.map((entry) => [entry.scan.id, entry]))),
    inConflict: new Set(conflicts.map(({ scanId }) => scanId)),
    undone: new Set(undos.map(({ scanId }) => scanId)),
  };
}

/** Every acknowledged scan is on its device and in the database, unchanged. */
function* findLost({ events, recorded, devices, stored, logged, undone }: IndexedHistory): Iterable<Finding> {
  for (const { scan, device } of recorded) {
    const row = stored.get(scan.id);
    const lost = (where: string): Finding => ({ kind: 'lost', text: `${device}: ${scan.id} is not ${where}` });
    if (!logged.has(scan.id)) yield lost('in the log of its device');
    if (!row) yield lost('in the database');
    else if (row.barcode !== scan.barcode || row.device !== scan.device_id || row.clerk !== scan.claimed_by) {
      yield lost('in the database as it was scanned');
    }
  }
  for (const event of events) {
    if (event.kind !== 'undone') continue;
    const { device, id } = event;
    const isRefused = logged.get(id)?.undo?.sync === 'refused';
    if (undone.has(id) === isRefused) yield { kind: 'lost', text: `${device}: ${id} was undone, and is not` };
  }
  for (const { device, log, waiting } of devices) {
    if (waiting > 0) yield { kind: 'lost', text: `${device}: ${waiting} scans never got out of the outbox` };
    for (const { scan, sync, error } of log) {
      if (sync !== 'sent') yield { kind: 'lost', text: `${device}: ${scan.id} ended ${sync} (${error?.code})` };
    }
  }
}

/** No scan is recorded that nobody made, none is recorded twice, and a ticket counts each entry once. */
function* findDoubled({ events, scans, tickets, logged, undos, undone }: IndexedHistory): Iterable<Finding> {
  const begun = countBy(events.filter(({ kind }) => kind === 'begun') as { device: string; barcode: string }[]);
  const doubled = (text: string): Finding => ({ kind: 'doubled', text });
  const seen = new Set<string>();
  for (const { id, device } of scans) {
    if (seen.has(id)) yield doubled(`${id} is twice in the database`);
    if (!logged.has(id)) yield doubled(`${id} is in the database and not on ${device}`);
    seen.add(id);
  }
  for (const [key, count] of countBy(scans)) {
    const times = begun.get(key) ?? 0;
    if (count > times) yield doubled(`${key} was scanned ${times} times and recorded ${count} times`);
  }
  if (undos.length > undone.size) yield doubled(`${undos.length} undos recorded, of ${undone.size} scans`);
  for (const { barcode, used } of tickets) {
    const valid = scans.filter((scan) => scan.barcode === barcode && !undone.has(scan.id));
    const admitted = valid.filter(hasAdmitted).length;
    if (used > admitted) yield doubled(`${barcode}: ${used} entries used, by ${admitted} scans`);
    if (used < admitted) yield { kind: 'lost', text: `${barcode}: ${used} entries used, by ${admitted} scans` };
  }
}

/** A verdict has the source that its certainty names, never changes, and an entry on a used ticket is in a conflict. */
function* findWrongCertainty(history: IndexedHistory): Iterable<Finding> {
  const { shown, stored, logged, scans, tickets, conflicts, inConflict, undone } = history;
  const wrong = (text: string): Finding => ({ kind: 'wrong certainty', text });
  for (const [id, verdicts] of shown) {
    const row = stored.get(id);
    for (const verdict of verdicts) yield* checkShown(id, verdict, row).map(wrong);
    const fixed = new Set(verdicts.filter(({ certainty }) => certainty !== 'pending').map(canonical));
    if (fixed.size > 1) yield wrong(`${id} was shown ${fixed.size} different verdicts`);
    const byDevice = verdicts.some((verdict) => verdict.certainty === 'device' && admits(verdict));
    if (byDevice && row && !admits(row.verdict) && !inConflict.has(id)) {
      yield wrong(`${id} was admitted by its device, refused by the server, and is in no conflict`);
    }
  }
  for (const [id, { verdict, serverVerdict }] of logged) {
    const row = stored.get(id);
    if (!row) continue;
    if (!verdict || !holds(row, verdict)) yield wrong(`${id}: log and database hold different verdicts`);
    if (serverVerdict && canonical(serverVerdict) !== canonical(row.verdict)) {
      yield wrong(`${id}: log and database hold different verdicts of the server`);
    }
  }
  for (const { barcode, allowed } of tickets) {
    const admitted = scans.filter((scan) => scan.barcode === barcode && hasAdmitted(scan));
    const excused = admitted.filter(({ id }) => inConflict.has(id)).length;
    const valid = admitted.filter(({ id }) => !inConflict.has(id) && !undone.has(id)).length;
    if (valid > allowed) yield wrong(`${barcode} admitted ${valid}, of ${allowed}, beside ${excused} in conflict`);
    if (excused > 0 && admitted.length <= allowed) yield wrong(`${barcode} is in conflict and was not used up`);
  }
  for (const { id, scanId, withScanId } of conflicts) {
    const isWhole = stored.has(scanId) && (withScanId === null || stored.has(withScanId)) && withScanId !== scanId;
    if (!isWhole) yield wrong(`conflict ${id} names scans that are not in it`);
  }
}

function checkShown(id: string, verdict: Verdict, row: StoredScan | undefined): string[] {
  const { certainty, outcome } = verdict;
  if (certainty === 'pending') return outcome === 'undecided' ? [] : [`${id} was shown ${outcome} by nobody`];
  if (row && holds(row, verdict)) return [];
  return [`${id}: shown as the ${certainty}'s is ${canonical(verdict)}, the database holds ${canonical(row)}`];
}

/**
 * Whether the database has a verdict that was shown. A device need not send its own if the server's answer arrived before
 * and means the same to the visitor.
 */
function holds({ verdict, deviceVerdict }: StoredScan, given: Verdict): boolean {
  if (given.certainty !== 'device') return canonical(given) === canonical(verdict);
  return deviceVerdict ? canonical(given) === canonical(deviceVerdict) : meaningOf(given) === meaningOf(verdict);
}

/** What a verdict means to the visitor. */
function meaningOf({ outcome, reason, mode }: Verdict): string {
  if (outcome === 'refused' || outcome === 'undecided') return outcome;
  return reason === 'self_repeat' ? reason : `${mode} is fine`;
}

function countBy(scans: readonly { readonly device: string; readonly barcode: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { device, barcode } of scans) {
    const key = `${barcode} on ${device}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** JSON that does not depend on the order of keys, which a database may change. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) as string;
}
