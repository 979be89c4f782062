import type { Verdict } from '@scantix/api-contract';
import { untilAborted, withinTime } from '@scantix/runtime-utils';
import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { LogStore } from '../ports/log-store.ts';
import type { FreshEnd } from '../sender/create-fresh-sender.ts';
import type { Sender } from '../sender/create-sender.ts';
import type { ServerWatch } from '../sender/create-server-watch.ts';
import type { AnswerWaits } from './create-answer-waits.ts';
import type { Exclusive } from './create-exclusive.ts';
import { decisionBudget } from './decision-budget.ts';
import { pendingVerdict } from './pending-verdict.ts';

/** Time limit of the device's own decision. */
const DEVICE_BUDGET_MS = 2_000;

/** Options of createDecide. */
export interface DecideOptions {
  readonly store: Pick<LogStore, 'get' | 'saveShownVerdict'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  readonly answers: Pick<AnswerWaits, 'waitFor' | 'answered' | 'recheck' | 'end'>;
  /** Returns the configured budget for the server, in milliseconds; called for each scan. */
  readonly decisionBudgetMs: () => number;
  readonly server: Pick<ServerWatch, 'contact' | 'isOffline'>;
  readonly sender: Pick<Sender, 'wait'>;
  /** Decides without the server. */
  readonly decideOnDevice: (entry: LedgerScan) => Promise<Verdict>;
  /** Runs one decision of this device at a time, over all tabs. */
  readonly exclusive: Exclusive;
  /** Called after a verdict was saved to the log by this device. */
  readonly onShown: (id: string) => void;
  readonly log: LedgerLog;
}

/** How long a visitor waits for the verdict of a scan, in milliseconds. */
const VISITOR_WAITS_MS = 10_000;

/** Returns the verdict of a scan. */
export type Decide = (id: string, options?: { signal?: AbortSignal }) => Promise<Verdict>;

/**
 * Creates `decide`: the server's verdict if it arrives in time, else the device's, else `pending`. A scan whose caller leaves
 * is decided all the same: the server will count it, so the next scan of its code must.
 */
export function createDecide(options: DecideOptions): Decide {
  const { store, clock, answers, decisionBudgetMs, server, sender, owner } = options;
  const { decideOnDevice, exclusive, onShown, log } = options;

  const budgetNow = () =>
    decisionBudget({
      budgetMs: decisionBudgetMs(),
      isOffline: server.isOffline(),
      contact: server.contact().kind,
    });

  /** A slow storage, or tickets that do not load, must delay neither a visitor nor the next decision. */
  const decideInTime = (entry: LedgerScan, pending: Verdict) =>
    withinTime(decideOnDevice(entry), { timeoutMs: DEVICE_BUDGET_MS, onTimeout: failLate, clock }).catch((cause) => {
      log({ name: 'ledger-decision-failed', cause });
      return pending;
    });

  /** Every verdict that is shown is on the disk; one that cannot be saved is not claimed. */
  async function saveOr(pending: Verdict, id: string, verdict: Verdict): Promise<Verdict> {
    try {
      const valid = await store.saveShownVerdict(id, verdict);
      if (valid) answers.answered(new Map([[id, valid]]));
      onShown(id);
      return valid ?? pending;
    } catch (cause) {
      log({ name: 'ledger-verdict-not-saved', cause });
      return pending;
    }
  }

  async function decideWithoutServer(id: string): Promise<Verdict> {
    const entry = await store.get(id);
    // A clerk who has signed out meanwhile still gets the verdict.
    if (!entry || entry.domain !== (owner()?.domain ?? entry.domain)) throw new LedgerError('unknown-scan');
    if (entry.verdict) return entry.verdict;
    const pending = pendingVerdict(entry.scan.mode, clock.now());
    if (entry.sync === 'sent' || isLookedAt(entry, clock.now())) return pending;
    return saveOr(pending, id, await decideInTime(entry, pending));
  }

  /** Waits for the call of this scan. The verdict comes from memory: it is read only if it was given elsewhere. */
  async function decideByServer(id: string): Promise<Verdict | null> {
    const waiting = answers.waitFor(id, budgetNow());
    const call = sender.wait(id);
    const onEnd = (end: FreshEnd) => (end === 'elsewhere' ? answers.recheck([id]) : answers.end(id));
    void call.ended.then(onEnd);
    try {
      return await waiting;
    } finally {
      call.leave();
    }
  }

  const decide = async (id: string) => (await decideByServer(id)) ?? exclusive(() => decideWithoutServer(id));

  return async (id, { signal } = {}) => {
    signal?.throwIfAborted();
    return untilAborted(decide(id), signal);
  };
}

/** Whether the visitor of a rejected scan has gone: somebody looks at it, and must admit nobody by that. */
function isLookedAt({ scan, sync }: LedgerScan, now: number): boolean {
  return sync === 'quarantined' && Math.abs(now - Date.parse(scan.claimed_at)) > VISITOR_WAITS_MS;
}

function failLate(): never {
  throw new DOMException('no decision in time', 'TimeoutError');
}
