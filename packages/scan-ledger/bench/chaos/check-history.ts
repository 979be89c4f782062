import type { Verdict } from '@scantix/api-contract';
import type { History, LoggedScan, StoredScan, Told } from './history.ts';

/** Something that must never be. */
export interface Finding {
  readonly kind: 'lost' | 'doubled' | 'wrong certainty';
  readonly text: string;
}

/** Whether a verdict lets somebody in: what uses a ticket up. */
function admits({ reason, mode }: Verdict): boolean {
  return mode === 'entry' && (reason === 'ok' || reason === 'needs_attention');
}

/** Whether a scan let somebody in: as its device decided where it did, else as the server did. */
function letIn({ verdict, deviceVerdict }: StoredScan): boolean {
  const isDecided = deviceVerdict?.certainty === 'device' && deviceVerdict.outcome !== 'undecided';
  return admits(isDecided ? deviceVerdict : verdict);
}

/**
 * Judges a run by what the clerks were told, what the devices hold and what the database holds. Knows nothing of how
 * the ledger works, so that it cannot share a mistake with it.
 */
export function checkHistory(history: History): Finding[] {
  const all = indexHistory(history);
  return [...findLost(all), ...findDoubled(all), ...findWrongCertainty(all)];
}

interface IndexedHistory extends History {
  readonly recorded: readonly Extract<Told, { kind: 'recorded' }>[];
  readonly shown: ReadonlyMap<string, readonly Verdict[]>;
  readonly stored: ReadonlyMap<string, StoredScan>;
  readonly logged: ReadonlyMap<string, LoggedScan>;
  readonly inConflict: ReadonlySet<string>;
  readonly takenBack: ReadonlySet<string>;
}

function indexHistory(history: History): IndexedHistory {
  const { told, devices, scans, conflicts, undos } = history;
  const shown = new Map<string, Verdict[]>();
  for (const event of told) {
    if (event.kind === 'shown') shown.set(event.id, [...(shown.get(event.id) ?? []), event.verdict]);
  }
  return {
    ...history,
    recorded: told.filter((event) => event.kind === 'recorded'),
    shown,
    stored: new Map(scans.map((scan) => [scan.id, scan])),
    logged: new Map(devices.flatMap(({ log }) => log.map((entry) => [entry.scan.id, entry]))),
    inConflict: new Set(conflicts.map(({ scanId }) => scanId)),
    takenBack: new Set(undos.map(({ scanId }) => scanId)),
  };
}

/** What was acknowledged stands on its device and in the database, as it was acknowledged. */
function* findLost({ told, recorded, devices, stored, logged, takenBack }: IndexedHistory): Iterable<Finding> {
  for (const { scan, device } of recorded) {
    const row = stored.get(scan.id);
    const lost = (where: string): Finding => ({ kind: 'lost', text: `${device}: ${scan.id} is not ${where}` });
    if (!logged.has(scan.id)) yield lost('in the log of its device');
    if (!row) yield lost('in the database');
    else if (row.barcode !== scan.barcode || row.device !== scan.device_id || row.clerk !== scan.claimed_by) {
      yield lost('in the database as it was scanned');
    }
  }
  for (const event of told) {
    if (event.kind !== 'undone') continue;
    const { device, id } = event;
    const isRefused = logged.get(id)?.undo?.sync === 'refused';
    if (takenBack.has(id) === isRefused) yield { kind: 'lost', text: `${device}: ${id} was taken back, and is not` };
  }
  for (const { device, log, waiting } of devices) {
    if (waiting > 0) yield { kind: 'lost', text: `${device}: ${waiting} scans never got out of the outbox` };
    for (const { scan, sync, error } of log) {
      if (sync !== 'sent') yield { kind: 'lost', text: `${device}: ${scan.id} ended ${sync} (${error?.code})` };
    }
  }
}

/** No scan stands that nobody made, none stands twice, and a ticket counts each entry once. */
function* findDoubled({ told, scans, tickets, logged, undos, takenBack }: IndexedHistory): Iterable<Finding> {
  const begun = countBy(told.filter(({ kind }) => kind === 'begun') as { device: string; barcode: string }[]);
  const doubled = (text: string): Finding => ({ kind: 'doubled', text });
  const seen = new Set<string>();
  for (const { id, device } of scans) {
    if (seen.has(id)) yield doubled(`${id} stands twice in the database`);
    if (!logged.has(id)) yield doubled(`${id} stands in the database and not on ${device}`);
    seen.add(id);
  }
  for (const [key, count] of countBy(scans)) {
    const times = begun.get(key) ?? 0;
    if (count > times) yield doubled(`${key} was scanned ${times} times and stands ${count} times`);
  }
  if (undos.length > takenBack.size) yield doubled(`${undos.length} undos stand, of ${takenBack.size} scans`);
  for (const { barcode, used } of tickets) {
    const stand = scans.filter((scan) => scan.barcode === barcode && !takenBack.has(scan.id));
    const admitted = stand.filter(letIn).length;
    if (used > admitted) yield doubled(`${barcode}: ${used} entries used, by ${admitted} scans`);
    if (used < admitted) yield { kind: 'lost', text: `${barcode}: ${used} entries used, by ${admitted} scans` };
  }
}

/** A verdict is what its certainty says, it never changes, and who came in on a used ticket is in a conflict. */
function* findWrongCertainty(history: IndexedHistory): Iterable<Finding> {
  const { shown, stored, logged, scans, tickets, conflicts, inConflict, takenBack } = history;
  const wrong = (text: string): Finding => ({ kind: 'wrong certainty', text });
  for (const [id, verdicts] of shown) {
    const row = stored.get(id);
    for (const verdict of verdicts) yield* judgeShown(id, verdict, row).map(wrong);
    const fixed = new Set(verdicts.filter(({ certainty }) => certainty !== 'pending').map(canonical));
    if (fixed.size > 1) yield wrong(`${id} was shown ${fixed.size} different verdicts`);
    const byDevice = verdicts.some((verdict) => verdict.certainty === 'device' && admits(verdict));
    if (byDevice && row && !admits(row.verdict) && !inConflict.has(id)) {
      yield wrong(`${id} was let in by its device, refused by the server, and is in no conflict`);
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
    const admitted = scans.filter((scan) => scan.barcode === barcode && letIn(scan));
    const excused = admitted.filter(({ id }) => inConflict.has(id)).length;
    const stands = admitted.filter(({ id }) => !inConflict.has(id) && !takenBack.has(id)).length;
    if (stands > allowed) yield wrong(`${barcode} let ${stands} in, of ${allowed}, beside ${excused} in conflict`);
    if (excused > 0 && admitted.length <= allowed) yield wrong(`${barcode} is in conflict and was not used up`);
  }
  for (const { id, scanId, withScanId } of conflicts) {
    const isWhole = stored.has(scanId) && (withScanId === null || stored.has(withScanId)) && withScanId !== scanId;
    if (!isWhole) yield wrong(`conflict ${id} names scans that are not in it`);
  }
}

function judgeShown(id: string, verdict: Verdict, row: StoredScan | undefined): string[] {
  const { certainty, outcome } = verdict;
  if (certainty === 'pending') return outcome === 'undecided' ? [] : [`${id} was shown ${outcome} by nobody`];
  if (row && holds(row, verdict)) return [];
  return [`${id}: shown as the ${certainty}'s is ${canonical(verdict)}, the database holds ${canonical(row)}`];
}

/**
 * Whether the database holds a verdict that was given. A device need not tell its own where it found the server's own
 * answer before it could, and that says the same to the visitor.
 */
function holds({ verdict, deviceVerdict }: StoredScan, given: Verdict): boolean {
  if (given.certainty !== 'device') return canonical(given) === canonical(verdict);
  return deviceVerdict ? canonical(given) === canonical(deviceVerdict) : wordOf(given) === wordOf(verdict);
}

/** What the visitor is told. */
function wordOf({ outcome, reason, mode }: Verdict): string {
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
