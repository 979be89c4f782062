import type { Scan } from '@scantix/api-contract';
import type { Clock } from '../clock.ts';
import { LedgerError } from '../ledger-error.ts';
import { SCAN_PROBLEMS } from '../messages.ts';
import type { LedgerOwner, LedgerProblem, ScanTransport } from '../scan-ledger.ts';
import type { ScanStore, Settlement, WaitingUndo } from '../scan-store.ts';
import { backoffMs } from './backoff.ts';
import { createBatchPlanner } from './batch-planner.ts';
import type { ClockOffset } from './clock-offset.ts';
import { type Delivery, deliver } from './deliver.ts';
import { deliverUndos } from './deliver-undos.ts';
import { createRetryTimer } from './retry-timer.ts';
import { withSenderLock } from './with-sender-lock.ts';

/** How long a call may take; a lease lasts a little longer than that. */
const SEND_TIMEOUT_MS = 15_000;
const LEASE_MS = 20_000;
/** A new scan waits behind no more undos than these: each is a call of its own. */
const MAX_UNDOS = 5;

export interface SenderState {
  readonly sending: boolean;
  readonly nextTryAt: number | null;
  readonly problem: LedgerProblem | null;
}

export interface SenderOptions {
  readonly store: ScanStore;
  readonly transport: ScanTransport;
  readonly owner: () => LedgerOwner | null;
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly clock: Clock;
  readonly clockOffset: ClockOffset;
  readonly random: () => number;
  /** Who this page is in a lease. */
  readonly holder: string;
  readonly onSettled: (ids: string[]) => void;
  /** Conflicts that came with answers, before their scans are settled. */
  readonly onConflicts: (domain: string, settlements: readonly Settlement[]) => Promise<void>;
  readonly onState: (state: SenderState) => void;
}

/** Empties the outbox. */
export interface Sender {
  start(): void;
  stop(): Promise<void>;
  /** Sends what may be sent now. A server that asked for patience gets it. Resolves when there is nothing to do. */
  drain(): Promise<void>;
}

type BatchEnd = { readonly kind: 'empty' | 'sent' } | { readonly kind: 'failed'; readonly delivery: Delivery };

export function createSender(options: SenderOptions): Sender {
  const { store, transport, owner, locks, lockName, clock, clockOffset, random, holder } = options;
  const { onSettled, onConflicts, onState } = options;
  const planner = createBatchPlanner();
  const timer = createRetryTimer(clock, () => void drain());
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;
  let again = false;
  let failures = 0;
  /** The server's own words on when to come back. */
  let closedUntil: { at: number; forMs: number } | null = null;
  let problem: LedgerProblem | null = null;

  const tell = () => onState({ sending: running !== null, nextTryAt: timer.dueAt(), problem });

  function drain(): Promise<void> {
    if (!stopping) return Promise.resolve();
    again = true;
    running ??= run(stopping.signal).finally(() => {
      running = null;
      tell();
      // Asked for in the instant between the last look and here.
      if (again && stopping && !isClosed()) void drain();
    });
    return running;
  }

  async function run(signal: AbortSignal): Promise<void> {
    // A step later, so that `running` stands when the state is told.
    await Promise.resolve();
    tell();
    while (again && !signal.aborted && !isClosed()) {
      again = false;
      try {
        await drainOnce(signal);
      } catch (cause) {
        if (signal.aborted) return;
        const { code, message } = LedgerError.isInstance(cause) ? cause : new LedgerError('unavailable', cause);
        problem = { code, message };
        retryLater();
      }
    }
  }

  async function drainOnce(signal: AbortSignal): Promise<void> {
    for (;;) {
      const who = owner();
      if (!who || signal.aborted) return;
      const isLeased = async () => isAhead(await store.leasedUntil());
      const end = await withSenderLock({ locks, name: lockName, clock, signal, isLeased }, (exclusive) =>
        sendBatch(who.domain, exclusive, signal),
      );
      if (signal.aborted) return;
      if (end.kind === 'failed') return afterFailure(end.delivery);
      failures = 0;
      problem = null;
      timer.clear();
      if (end.kind === 'empty') return;
    }
  }

  async function sendBatch(domain: string, exclusive: boolean, signal: AbortSignal): Promise<BatchEnd> {
    // All that was asked for until here is served by this look at the outbox.
    again = false;
    // Both looks at once: every one of them stands between a scan and its verdict.
    const [undone, found] = await Promise.all([
      store.waitingUndos({ domain, limit: MAX_UNDOS }),
      store.waiting({ domain, limit: planner.lookAhead }),
    ]);
    // Undos first, since what comes after one is judged by it. One that fails holds up no scan.
    const undos = undone.length > 0 ? await sendUndos(undone, domain, signal) : ({ kind: 'empty' } as const);
    const waiting = undone.length > 0 ? await store.waiting({ domain, limit: planner.lookAhead }) : found;
    if (waiting.length === 0 || signal.aborted) return undos;
    const now = clock.now();
    const lease = { holder, until: now + LEASE_MS, now, takeOver: exclusive };
    const leased = await store.lease(planner.next(waiting), lease);
    // Without the lock another tab may be sending these: it tells us when it is done.
    if (leased.length === 0) return undos;
    const ids = leased.map(({ id }) => id);
    const settle = (settlements: Settlement[]) => settleFor(domain, settlements);
    await settle(leased.filter(({ scan }) => scan === null).map(({ id }) => unreadable(id, now)));
    const scans = leased.map(({ scan }) => scan).filter((scan): scan is Scan => scan !== null);
    if (scans.length === 0) return { kind: 'sent' };
    const delivery = await deliver(scans, {
      transport: forDomain(domain),
      clock,
      clockOffset,
      timeoutMs: SEND_TIMEOUT_MS,
      signal,
      settle,
    }).finally(() => store.release(ids, holder));
    if (signal.aborted) return { kind: 'empty' };
    if (delivery.ok) planner.succeeded(ids);
    else planner.failed(ids);
    return delivery.ok ? { kind: 'sent' } : { kind: 'failed', delivery };
  }

  async function sendUndos(undos: readonly WaitingUndo[], domain: string, signal: AbortSignal): Promise<BatchEnd> {
    const timing = { clock, timeoutMs: SEND_TIMEOUT_MS, signal };
    const failure = await deliverUndos(undos, { ...timing, store, transport: forDomain(domain), onSettled });
    // Others may be left: they have their turn after the scans that wait by then.
    if (!failure) return { kind: (await store.waitingUndos({ domain, limit: 1 })).length > 0 ? 'sent' : 'empty' };
    const { kind: _, ...delivery } = failure;
    return { kind: 'failed', delivery: { ok: false, ...delivery } };
  }

  /**
   * Whoever signed in meanwhile must not deliver for another domain; where it happened all the same, under way, the
   * answer is about nothing of theirs.
   */
  function forDomain(domain: string): Pick<ScanTransport, 'send' | 'undo'> {
    async function whileOurs<T>(call: () => Promise<T>): Promise<T> {
      if (owner()?.domain !== domain) throw new Error('the clerk changed');
      const answer = await call();
      if ((owner()?.domain ?? domain) !== domain) throw new Error('the clerk changed');
      return answer;
    }
    return {
      send: (scans, sendOptions) => whileOurs(() => transport.send(scans, sendOptions)),
      undo: (scanId, undo, sendOptions) => whileOurs(() => transport.undo(scanId, undo, sendOptions)),
    };
  }

  async function settleFor(domain: string, settlements: Settlement[]): Promise<void> {
    if (settlements.length === 0) return;
    await onConflicts(domain, settlements);
    await store.settle(settlements);
    onSettled(settlements.map(({ id }) => id));
  }

  function afterFailure(delivery: Delivery): void {
    if (delivery.ok) return;
    problem = delivery.message === undefined ? null : { code: 'refused', message: delivery.message };
    const { retryAfterMs } = delivery;
    if (retryAfterMs !== undefined) closedUntil = { at: clock.now() + retryAfterMs, forMs: retryAfterMs };
    retryLater(retryAfterMs);
  }

  function retryLater(atLeastMs = 0): void {
    failures += 1;
    // Asked for again while the call was failing: soon, but never at once, or a call that provokes the asking (its
    // failure refreshes the session, which asks for sending) would storm the server.
    const soon = again;
    again = false;
    timer.wait(Math.max(atLeastMs, backoffMs(soon ? 1 : failures, random)));
  }

  function isClosed(): boolean {
    if (!closedUntil) return false;
    const leftMs = closedUntil.at - clock.now();
    // More left than was asked for: the clock was set back.
    if (leftMs > 0 && leftMs <= closedUntil.forMs) return true;
    closedUntil = null;
    return false;
  }

  function isAhead(until: number | null): boolean {
    const leftMs = (until ?? 0) - clock.now();
    return leftMs > 0 && leftMs <= LEASE_MS;
  }

  return {
    start() {
      stopping ??= new AbortController();
      timer.start();
      void drain();
    },
    async stop() {
      timer.stop();
      stopping?.abort();
      stopping = null;
      await running;
    },
    drain,
  };
}

function unreadable(id: string, now: number): Settlement {
  return {
    id,
    sync: 'quarantined',
    verdict: null,
    receivedAt: new Date(now).toISOString(),
    knewDeviceVerdict: true,
    error: { code: 'unreadable', message: SCAN_PROBLEMS.unreadable },
  };
}
