import type { Scan, ScanConflict, ScanResult, Undo, UndoResult, Verdict } from '@scantix/api-contract';
import {
  type Conflict,
  type EffectKind,
  judgeLateVerdict,
  judgeScan,
  judgeUndo,
  type ReceivedScan,
  type ScanEffect,
} from '@scantix/api-contract/rules';
import type { FakeTickets } from './create-fake-tickets.ts';

/** What the fake server has recorded of a scan. */
export interface FakeRecord extends Pick<ScanResult, 'conflict' | 'change'> {
  readonly scan: Scan;
  readonly verdict: Verdict;
  readonly effect: 'none' | EffectKind;
  /** Epoch milliseconds. */
  readonly happenedAt: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  /** The number of its newest change. */
  readonly receipt: number;
}

interface FakeRecordsOptions {
  readonly tickets: FakeTickets;
  readonly ticketing: () => 'on' | 'off';
  readonly now: () => number;
}

/** The scans, undos and conflicts of the fake server, judged by the rules. */
export function createFakeRecords({ tickets, ticketing, now }: FakeRecordsOptions) {
  let receipts = 0;
  const undoReceipts = new Map<string, number>();
  const recorded = new Map<string, FakeRecord>();
  const undone = new Map<string, Undo>();
  const openConflicts = new Map<string, ScanConflict & { scan_id: string }>();

  const received = (scan: Scan): ReceivedScan => ({
    ...{ scan, ticket: tickets.state(scan.barcode), ticketing: ticketing(), receivedAt: now() },
    ...{ clerk: scan.claimed_by, checkpoint: 'Gate' },
  });

  /** The change number of the ticket, and what the record says of the effect. */
  function apply(scan: Scan, effect: ScanEffect | null): Pick<FakeRecord, 'effect' | 'change'> {
    const change = effect ? tickets.apply(scan, effect.kind, effect.at) : undefined;
    return { effect: effect?.kind ?? 'none', ...(change === undefined ? {} : { change }) };
  }

  function addConflict({ id }: Scan, { kind, withScanId }: Conflict): ScanConflict {
    const other = withScanId === undefined ? {} : { with_scan_id: withScanId };
    const conflict: ScanConflict = { id: id.replace(/^.{8}/, 'c0c0c0c0'), ...other, kind };
    openConflicts.set(conflict.id, { ...conflict, scan_id: id });
    return conflict;
  }

  /** Records a scan. `ruling` replaces parts of a verdict of this server. */
  function record(scan: Scan, ruling: Partial<Verdict>): ScanResult {
    const { verdict: judged, effect, conflict, happenedAt } = judgeScan(received(scan));
    return save('recorded', {
      scan,
      verdict: judged.certainty === 'server' ? { ...judged, ...ruling } : judged,
      ...{ happenedAt, receivedAt: now() },
      ...apply(scan, effect),
      ...(conflict ? { conflict: addConflict(scan, conflict) } : {}),
    });
  }

  function repeat(scan: Scan, known: FakeRecord): ScanResult {
    const { verdict, effect, receivedAt } = known;
    const deviceVerdict = known.scan.device_verdict ?? null;
    const before = { verdict, deviceVerdict, effect, undone: undone.has(scan.id), receivedAt };
    const late = judgeLateVerdict(received(scan), before);
    switch (late.kind) {
      case 'nothing-new':
        return save('repeated', known);
      case 'same-effect':
      case 'too-late':
        return save('repeated', { ...known, scan });
      case 'let-through':
        return save('repeated', {
          ...known,
          ...apply(scan, late.effect),
          scan,
          conflict: addConflict(scan, late.conflict),
        });
      case 'turned-away': {
        const change = tickets.withdraw(scan);
        return save('repeated', { ...known, scan, effect: 'none', ...(change === null ? {} : { change }) });
      }
    }
  }

  function save(status: 'recorded' | 'repeated', made: Omit<FakeRecord, 'receipt'>): ScanResult {
    const before = recorded.get(made.scan.id);
    // The record itself where nothing has changed.
    const entry = made === before ? before : { ...made, receipt: ++receipts };
    recorded.set(entry.scan.id, entry);
    const { scan: _scan, effect: _effect, happenedAt: _happenedAt, receivedAt: _receivedAt, ...answer } = entry;
    return { id: entry.scan.id, status, ...answer };
  }

  /** Takes a scan back. `null`: no such scan. */
  function undo(scanId: string, undo: Undo): UndoResult | null {
    const entry = recorded.get(scanId);
    if (!entry) return null;
    const judgement = judgeUndo(
      undo,
      {
        ...{ verdict: entry.verdict, effect: entry.effect },
        ...{ happenedAt: entry.happenedAt, receivedAt: entry.receivedAt, mayComeBack: true },
        ...{ hasTicket: tickets.state(entry.scan.barcode) !== null, undoneBy: undone.get(scanId)?.id ?? null },
      },
      { receivedAt: now() },
    );
    const answer = { id: undo.id, scan_id: scanId };
    if (judgement.kind === 'refused') return { ...answer, status: 'refused', refusal: judgement.refusal };
    if (judgement.kind === 'repeated') {
      return { ...answer, status: 'repeated', receipt: undoReceipts.get(scanId) as number };
    }
    const change = judgement.withdraw === 'none' ? null : tickets.withdraw(entry.scan);
    undone.set(scanId, undo);
    undoReceipts.set(scanId, ++receipts);
    return { ...answer, status: 'recorded', receipt: receipts, ...(change === null ? {} : { change }) };
  }

  return {
    recorded,
    undone,
    openConflicts,
    /** Answers a scan: a known one with its first verdict. */
    answer(scan: Scan, ruling: Partial<Verdict>): ScanResult {
      const known = recorded.get(scan.id);
      return known ? repeat(scan, known) : record(scan, ruling);
    },
    undo,
    /** The number of the newest change; 0: none. */
    receipts: () => receipts,
    /** Deletes every change after this number, as a restored backup does. */
    restore(to: number) {
      for (const [scanId, receipt] of undoReceipts) {
        if (receipt <= to) continue;
        undoReceipts.delete(scanId);
        undone.delete(scanId);
      }
      for (const [id, { scan, effect, receipt }] of recorded) {
        if (receipt <= to) continue;
        if (effect !== 'none' && !undone.has(id)) tickets.withdraw(scan);
        recorded.delete(id);
      }
      for (const [id, { scan_id }] of openConflicts) if (!recorded.has(scan_id)) openConflicts.delete(id);
      receipts = Math.min(receipts, to);
    },
  };
}
