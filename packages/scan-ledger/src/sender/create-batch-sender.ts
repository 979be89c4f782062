import type { Scan } from '@scantix/api-contract';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { SCAN_PROBLEMS } from '../model/messages.ts';
import type { Settlement } from '../model/settlement.ts';
import type { Clock } from '../ports/clock.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { UndoStore, WaitingUndo } from '../ports/undo-store.ts';
import { createBatchPlanner } from './batch-planner.ts';
import { type CallFailure, sendScans } from './send-scans.ts';
import { sendUndos } from './send-undos.ts';
import { transportForDomain } from './transport-for-domain.ts';
import { withSenderLock } from './with-sender-lock.ts';

/** Time limit of a call; a lease lasts a little longer. */
const SEND_TIMEOUT_MS = 15_000;
const LEASE_MS = 20_000;
/** A new scan waits behind at most this number of undos: each is a call of its own. */
const MAX_UNDOS = 5;

/** Options of createBatchSender. */
export interface BatchSenderOptions {
  readonly store: Pick<OutboxStore, 'waiting' | 'lease' | 'release' | 'leasedUntil' | 'settle'> &
    Pick<UndoStore, 'waitingUndos' | 'settleUndo'>;
  readonly transport: Pick<ScanTransport, 'send' | 'undo'>;
  readonly owner: () => LedgerOwner | null;
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly clock: Clock;
  /** The id of this page in a lease. */
  readonly holder: string;
  /** Called after scans or undos were settled. */
  readonly onSettled: (ids: string[]) => void;
  /** Saves the conflicts of answers, before their scans are settled. */
  readonly onConflicts: (domain: string, settlements: readonly Settlement[]) => Promise<void>;
}

/** The end of a batch. `empty`: nothing more to send now. `sent`: there may be more. */
export type BatchEnd = { readonly kind: 'empty' | 'sent' } | { readonly kind: 'failed'; readonly failure: CallFailure };

/** Sends the next batch of a domain while no other tab sends. `onRead` is called as the outbox is read. */
export type BatchSender = (domain: string, signal: AbortSignal, onRead: () => void) => Promise<BatchEnd>;

/** Creates the sender of single batches; it remembers which scans failed alone. */
export function createBatchSender(options: BatchSenderOptions): BatchSender {
  const { store, locks, lockName: name, clock, holder, onSettled, onConflicts } = options;
  const planner = createBatchPlanner();
  const timing = { clock, timeoutMs: SEND_TIMEOUT_MS };

  async function isLeased(): Promise<boolean> {
    const leftMs = ((await store.leasedUntil()) ?? 0) - clock.now();
    return leftMs > 0 && leftMs <= LEASE_MS;
  }

  async function sendWaitingUndos(
    undos: readonly WaitingUndo[],
    domain: string,
    signal: AbortSignal,
  ): Promise<BatchEnd> {
    const transport = transportForDomain(domain, options);
    const failure = await sendUndos(undos, { ...timing, signal, store, transport, onSettled });
    if (failure) return { kind: 'failed', failure };
    // Further undos are sent after the scans that wait by then.
    return { kind: (await store.waitingUndos({ domain, limit: 1 })).length > 0 ? 'sent' : 'empty' };
  }

  async function sendWaitingScans(leased: Leased[], domain: string, signal: AbortSignal): Promise<BatchEnd> {
    const ids = leased.map(({ id }) => id);
    const settle = async (settlements: Settlement[]) => {
      if (settlements.length === 0) return;
      await onConflicts(domain, settlements);
      await store.settle(settlements);
      onSettled(settlements.map((settlement) => settlement.id));
    };
    await settle(leased.filter(({ scan }) => scan === null).map(({ id }) => unreadable(id, clock.now())));
    const scans = leased.map(({ scan }) => scan).filter((scan): scan is Scan => scan !== null);
    if (scans.length === 0) return { kind: 'sent' };
    const transport = transportForDomain(domain, options);
    const sent = await sendScans(scans, { ...timing, transport, signal, settle }).finally(() =>
      store.release(ids, holder),
    );
    if (signal.aborted) return { kind: 'empty' };
    if (sent.ok) planner.succeeded(ids);
    else planner.failed(ids);
    return sent.ok ? { kind: 'sent' } : { kind: 'failed', failure: sent.failure };
  }

  async function sendNext(domain: string, isExclusive: boolean, signal: AbortSignal): Promise<BatchEnd> {
    const waitingScans = () => store.waiting({ domain, limit: planner.lookAhead });
    // In parallel: both reads delay the verdict of the next scan.
    const [undos, found] = await Promise.all([store.waitingUndos({ domain, limit: MAX_UNDOS }), waitingScans()]);
    // Undos first: later scans are judged by them. An undo that fails delays no scan.
    const end = undos.length > 0 ? await sendWaitingUndos(undos, domain, signal) : ({ kind: 'empty' } as const);
    const waiting = undos.length > 0 ? await waitingScans() : found;
    if (waiting.length === 0 || signal.aborted) return end;
    const now = clock.now();
    const lease = { holder, until: now + LEASE_MS, now, takeOver: isExclusive };
    const leased = await store.lease(planner.next(waiting), lease);
    // Without the lock another tab may be sending these; it posts when they are settled.
    return leased.length === 0 ? end : sendWaitingScans(leased, domain, signal);
  }

  return (domain, signal, onRead) =>
    withSenderLock({ locks, name, clock, signal, isLeased }, (isExclusive) => {
      onRead();
      return sendNext(domain, isExclusive, signal);
    });
}

type Leased = Awaited<ReturnType<OutboxStore['lease']>>[number];

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
