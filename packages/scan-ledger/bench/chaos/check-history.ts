import type { Verdict } from '@scantix/api-contract';
import { findUnhealthy } from './check-healthy-gates.ts';
import { findWrongState } from './check-tickets.ts';
import { EARLIER_BUILD, type History, type StoredScan } from './history.ts';
import { admits, codeOf, type Finding, hasAdmitted, type IndexedHistory, indexHistory } from './indexed-history.ts';

/**
 * Compares what the clerks saw with the content of the devices and of the database. It shares no code with the ledger,
 * and so no mistake.
 */
export function checkHistory(history: History): Finding[] {
  const all = indexHistory(history);
  return [
    ...findStuck(all),
    ...findLost(all),
    ...findDoubled(all),
    ...findWrongCertainty(all),
    ...findUnhealthy(all),
    ...findWrongState(all),
  ];
}

/** Every call of the ledger ends, of the build of now. */
function* findStuck({ events }: History): Iterable<Finding> {
  for (const event of events) {
    if (event.kind !== 'stuck' || event.what.startsWith(EARLIER_BUILD)) continue;
    yield { kind: 'stuck', text: `${event.device}: ${event.what}` };
  }
}

/**
 * Every acknowledged scan is on its device and in the database, unchanged. Where the browser deleted the storage, only
 * what the server had answered is.
 */
function* findLost(history: IndexedHistory): Iterable<Finding> {
  const { events, recorded, devices, stored, logged, undone, evicted, shown } = history;
  for (const { scan, device, domain } of recorded) {
    const row = stored.get(scan.id);
    const lost = (where: string): Finding => ({ kind: 'lost', text: `${device}: ${scan.id} is not ${where}` });
    const isAnswered = shown.get(scan.id)?.some(({ verdict }) => verdict.certainty === 'server') ?? false;
    if (!logged.has(scan.id) && !evicted.has(scan.id)) yield lost('in the log of its device');
    if (!row && (isAnswered || !evicted.has(scan.id))) yield lost('in the database');
    if (row && !isAsScanned(row, { ...scan, domain })) yield lost('in the database as it was scanned');
  }
  for (const event of events) {
    if (event.kind !== 'undone') continue;
    const { device, id } = event;
    if (evicted.has(id)) continue;
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

function isAsScanned(row: StoredScan, scan: IndexedHistory['recorded'][number]['scan'] & { domain: string }): boolean {
  const asScanned = [scan.domain, scan.barcode, scan.mode, scan.device_id, scan.claimed_by];
  return canonical([row.domain, row.barcode, row.mode, row.device, row.clerk]) === canonical(asScanned);
}

/** No scan is recorded that nobody made, none is recorded twice, and a ticket counts each entry once. */
function* findDoubled(history: IndexedHistory): Iterable<Finding> {
  const { events, scans, tickets, logged, undos, undone, evicted } = history;
  const begun = countBy(events.filter((event) => event.kind === 'begun'));
  const doubled = (text: string): Finding => ({ kind: 'doubled', text });
  const seen = new Set<string>();
  for (const { id, device } of scans) {
    if (seen.has(id)) yield doubled(`${id} is twice in the database`);
    if (!logged.has(id) && !evicted.has(id)) yield doubled(`${id} is in the database and not on ${device}`);
    seen.add(id);
  }
  for (const [key, count] of countBy(scans)) {
    const times = begun.get(key) ?? 0;
    if (count > times) yield doubled(`${key} was scanned ${times} times and recorded ${count} times`);
  }
  if (undos.length > undone.size) yield doubled(`${undos.length} undos recorded, of ${undone.size} scans`);
  const scansOf = Map.groupBy(scans, codeOf);
  for (const ticket of tickets) {
    const valid = (scansOf.get(codeOf(ticket)) ?? []).filter(({ id }) => !undone.has(id));
    const admitted = valid.filter(hasAdmitted).length;
    const text = `${codeOf(ticket)}: ${ticket.used} entries used, by ${admitted} scans`;
    if (ticket.used > admitted) yield doubled(text);
    if (ticket.used < admitted) yield { kind: 'lost', text };
  }
}

/** A verdict has the source that its certainty names, never changes, and an entry on a used ticket is in a conflict. */
function* findWrongCertainty(history: IndexedHistory): Iterable<Finding> {
  const { shown, stored, logged, scans, tickets, conflicts, inConflict, undone, evicted } = history;
  const wrong = (text: string): Finding => ({ kind: 'wrong certainty', text });
  for (const [id, events] of shown) {
    const row = stored.get(id);
    if (!row && evicted.has(id)) continue;
    const verdicts = events.map(({ verdict }) => verdict);
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
  const scansOf = Map.groupBy(scans, codeOf);
  for (const ticket of tickets) {
    const { allowed } = ticket;
    const barcode = codeOf(ticket);
    const admitted = (scansOf.get(barcode) ?? []).filter(hasAdmitted);
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

function countBy(
  scans: readonly { readonly device: string; readonly domain: string; readonly barcode: string }[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { device, ...code } of scans) {
    const key = `${codeOf(code)} on ${device}`;
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
