import { MAX_SCANS_PER_CALL, type Scan, type Undo, type Verdict } from '@scantix/api-contract';
import { decideByClerk, isForClerk } from '@scantix/api-contract/rules';
import type { LedgerConflict } from '../model/ledger-conflict.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { LedgerUndo } from '../model/ledger-undo.ts';
import type { Settlement } from '../model/settlement.ts';
import { TALLIES } from '../model/tally.ts';
import type { ChainStep, Lease, LeaseRequest } from '../ports/outbox-store.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import { isOutdated } from '../store/conflict-rows.ts';
import { decideIn } from '../store/decide-row.ts';
import { chainLease, isFree } from '../store/is-free.ts';
import { isEffective, type LogRow, showIn } from '../store/log-row.ts';
import { type OfferedParts, offerIn, retryIn } from '../store/offer-row.ts';
import { withShown } from '../store/open-to-send.ts';
import { type UndoAnswer, undoView, viewOf } from '../store/rows.ts';
import {
  chainOf,
  comesAfterUndo,
  isUndoable,
  isUndoReady,
  requeueIn,
  settleIn,
  settleUndoIn,
  undoIn,
} from '../store/settle-row.ts';

type Row = LogRow<unknown>;

/** Creates a store of scans in memory. */
export function createMemoryScanStore(): ScanStore {
  const installation = crypto.randomUUID();
  const log = new Map<string, Row>();
  const outbox = new Map<string, Lease | null>();
  const undos = new Set<string>();
  const conflicts = new Map<string, { domain: string; keptAt: number; conflict: LedgerConflict }>();

  const rowsOf = (domain: string) =>
    [...log.values()].filter((row) => row.domain === domain).sort((a, b) => (a.id < b.id ? -1 : 1));

  function undoOf({ undo }: Row): LedgerUndo | null {
    return undo && undoView(undo.event as Undo, undo.sync, undo.answer as UndoAnswer | null);
  }

  function view(row: Row): LedgerScan {
    const { domain, sync, tally, byDevice } = row;
    const shown = row.shown as Verdict | null;
    const answer = row.answer as Settlement | null;
    const answerAgain = (row.answerAgain ?? null) as Settlement | null;
    return viewOf({
      scan: row.scan as Scan,
      domain,
      sync,
      tally,
      byDevice,
      shown,
      answer,
      answerAgain,
      undo: undoOf(row),
    });
  }

  function toSend({ scan, byDevice, shown }: Row): Scan {
    return byDevice ? withShown(scan as Scan, shown as Verdict) : (scan as Scan);
  }

  /** The parts of a row as they are sent again. */
  function offered({ scan, answer, undo }: Row): OfferedParts<unknown> {
    return {
      scan: { ...(scan as Scan), offered_again: true },
      shown: (answer as Settlement | null)?.verdict ?? null,
      event: undo && { ...(undo.event as Undo), offered_again: true },
    };
  }

  function leaseChain({ id, domain, code }: Row, request: LeaseRequest): ChainStep[] | null {
    const ofCode = rowsOf(domain).filter((other) => other.code === code && other.id <= id);
    const chain = chainOf(ofCode, id);
    const scans = chain.filter(({ kind }) => kind === 'scan').map(({ row }) => row.id);
    if (scans.length > MAX_SCANS_PER_CALL) return null;
    for (const each of scans) {
      const lease = chainLease(outbox.get(each) ?? null, request, each === id);
      if (lease) outbox.set(each, lease);
    }
    return chain.map(({ kind, row }) =>
      kind === 'scan'
        ? { kind, id: row.id, scan: toSend(row) }
        : { kind, scanId: row.id, undo: (row.undo?.event ?? null) as Undo | null },
    );
  }

  return {
    async open() {},
    installation: async () => installation,
    close() {},
    async add(scan, domain, request) {
      const row: Row = {
        id: scan.id,
        domain,
        code: scan.barcode,
        sync: 'waiting',
        claimedAt: Date.parse(scan.claimed_at),
        tally: 'undecided',
        byDevice: false,
        scan,
        shown: null,
        answer: null,
        undo: null,
      };
      log.set(scan.id, row);
      outbox.set(scan.id, null);
      const steps = request ? leaseChain(row, request) : null;
      return steps && { steps: Promise.resolve(steps) };
    },
    async get(id) {
      const row = log.get(id);
      return row ? view(row) : null;
    },
    async newestId() {
      const ids = [...log.values()].flatMap(({ id, undo }) => (undos.has(id) && undo ? [id, undo.id] : [id]));
      return ids.reduce<string | null>((newest, id) => (id > (newest ?? '') ? id : newest), null);
    },
    async list({ domain, limit, before, sync }) {
      return rowsOf(domain)
        .reverse()
        .filter((row) => (before === undefined || row.id < before) && (sync === undefined || row.sync === sync))
        .slice(0, limit)
        .map(view);
    },
    async listEffective({ domain, barcode }) {
      return rowsOf(domain)
        .filter((row) => row.code === barcode && isEffective(row))
        .map(view);
    },
    async tally({ domain, since, until }) {
      const rows = rowsOf(domain).filter(({ claimedAt }) => claimedAt >= since && claimedAt < until);
      const counts = TALLIES.map((tally) => [tally, rows.filter((row) => row.tally === tally).length]);
      return Object.fromEntries(counts) as Awaited<ReturnType<ScanStore['tally']>>;
    },
    async saveShownVerdict(id, verdict) {
      const row = log.get(id);
      const next = row ? showIn(row, verdict, verdict) : null;
      if (next) log.set(id, next);
      const saved = log.get(id);
      return saved ? view(saved).verdict : null;
    },

    async saveClerkDecision(id, decision, decidedAt) {
      const row = log.get(id);
      const undecided = row ? view(row).verdict : null;
      if (!row || !undecided || !isForClerk(undecided)) return undecided;
      const verdict = decideByClerk(undecided, decision, decidedAt);
      const next = decideIn(row, verdict, verdict);
      if (next) log.set(id, next);
      return view(next ?? row).verdict;
    },

    async waiting({ domain, limit }) {
      const ours = rowsOf(domain);
      const undone = ours.filter(({ id }) => undos.has(id));
      return ours.filter((row) => outbox.has(row.id) && !comesAfterUndo(row, undone)).slice(0, limit);
    },
    async lease(ids, request) {
      return ids.flatMap((id) => {
        const [row, lease] = [log.get(id), outbox.get(id)];
        if (!row || lease === undefined || !isFree(lease, request)) return [];
        outbox.set(id, { holder: request.holder, until: request.until });
        return [{ id, scan: toSend(row) }];
      });
    },
    async leaseChain(id, request) {
      const row = log.get(id);
      if (row && row.domain !== request.domain) return { kind: 'foreign' };
      if (row?.sync !== 'waiting' || row.shown || row.answer) return { kind: 'gone' };
      if (!isFree(outbox.get(id) ?? null, request)) return { kind: 'busy' };
      const steps = leaseChain(row, request);
      return steps ? { kind: 'leased', steps } : { kind: 'behind' };
    },
    async release(ids, holder) {
      for (const id of ids) if (outbox.get(id)?.holder === holder) outbox.set(id, null);
    },
    async leasedUntil() {
      const ends = [...outbox.values()].flatMap((lease) => (lease ? [lease.until] : []));
      return ends.length === 0 ? null : Math.max(...ends);
    },
    async settle(settlements) {
      const verdicts = new Map<string, Verdict>();
      for (const settlement of settlements) {
        const row = log.get(settlement.id);
        const next = row ? settleIn(row, settlement, settlement) : null;
        if (next) log.set(settlement.id, next);
        if (next || row?.sync !== 'waiting') outbox.delete(settlement.id);
        const isValid = next?.answer === settlement && !next.byDevice;
        if (isValid && settlement.verdict) verdicts.set(settlement.id, settlement.verdict);
      }
      return verdicts;
    },
    async requeue(id) {
      const row = log.get(id);
      const next = row ? requeueIn(row) : null;
      if (next) log.set(id, next);
      if (next) outbox.set(id, null);
      return next !== null;
    },
    async moveDomain({ from, to, before, limit }) {
      const rows = rowsOf(from)
        .filter(({ id }) => before === undefined || id < before)
        .slice(0, limit);
      for (const row of rows) log.set(row.id, { ...row, domain: to });
      const kept = [...conflicts].filter(([, { domain }]) => domain === from);
      for (const [id, conflict] of kept) conflicts.set(id, { ...conflict, domain: to });
      return rows.length + kept.length;
    },
    async retryRejected({ domain, builds }) {
      const retried = rowsOf(domain).flatMap((row) => {
        const answer = (row.answerAgain ?? row.answer) as Settlement | null;
        return answer?.error?.code === 'invalid_request' ? (retryIn(row, builds) ?? []) : [];
      });
      for (const row of retried) {
        log.set(row.id, row);
        outbox.set(row.id, null);
      }
      return retried.map(({ id }) => id);
    },
    async offerAgain({ domain, lost, after, limit }) {
      const sent = rowsOf(domain).filter(({ id, sync }) => sync === 'sent' && id > after);
      const rows = sent.slice(0, limit);
      const offers = rows.flatMap((row) => offerIn(row, lost, offered(row)) ?? []);
      for (const { row, scan, undo } of offers) {
        log.set(row.id, row);
        if (scan) outbox.set(row.id, null);
        if (undo) undos.add(row.id);
      }
      const scans = offers.filter(({ scan }) => scan).length;
      return { offered: scans, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
    },
    async count(domain) {
      const all = outbox.size;
      const ours = domain === null ? [...log.values()] : rowsOf(domain);
      const waitingUndos = ours.filter(({ id, sync }) => undos.has(id) && sync === 'sent').length;
      if (domain === null) return { waiting: all, waitingElsewhere: 0, waitingUndos, quarantined: 0, conflicts: 0 };
      const waiting = ours.filter(({ id }) => outbox.has(id)).length;
      return {
        waiting,
        waitingElsewhere: all - waiting,
        waitingUndos,
        quarantined: ours.filter(({ sync }) => sync === 'quarantined').length,
        conflicts: [...conflicts.values()].filter((kept) => kept.domain === domain).length,
      };
    },

    async addUndo(scanId, undo, now) {
      const row = log.get(scanId);
      if (!row) return null;
      const next = isUndoable(row, now) ? undoIn(row, undo.id, undo) : row;
      if (next !== row) undos.add(scanId);
      log.set(scanId, next);
      return undoOf(next);
    },
    async waitingUndos({ domain, limit }) {
      const ours = rowsOf(domain);
      const ready = (row: Row) =>
        undos.has(row.id) &&
        isUndoReady(
          row,
          ours.filter(({ code }) => code === row.code),
        );
      return ours
        .filter(ready)
        .slice(0, limit)
        .map(({ id, undo }) => ({ scanId: id, undo: (undo?.event ?? null) as Undo | null }));
    },
    async settleUndo(settlement) {
      const { scanId, receipt: _, ...answer } = settlement;
      const row = log.get(scanId);
      const next = row ? settleUndoIn(row, settlement, answer) : null;
      if (next) log.set(scanId, next);
      if ((next ?? row)?.undo?.sync !== 'waiting') undos.delete(scanId);
    },

    async putConflicts(domain, open, { now, since, from = '' }) {
      for (const conflict of open) conflicts.set(conflict.id, { domain, keptAt: now, conflict });
      if (since === undefined) return;
      const ids = new Set(open.map(({ id }) => id));
      for (const [id, kept] of conflicts) {
        const isMissing = kept.domain === domain && id >= from && !ids.has(id);
        if (isMissing && isOutdated(kept, { now, since })) conflicts.delete(id);
      }
    },
    async listConflicts(domain) {
      const ours = [...conflicts.values()].filter((kept) => kept.domain === domain).map(({ conflict }) => conflict);
      return ours.sort((a, b) => (a.id < b.id ? 1 : -1));
    },
    async removeConflict(id) {
      conflicts.delete(id);
    },
  };
}
