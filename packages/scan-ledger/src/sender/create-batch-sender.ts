import type { Clock } from '../ports/clock.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import { createBatchPlanner } from './batch-planner.ts';
import { type Delivery, LEASE_MS } from './create-delivery.ts';
import type { LaneAttempt, LaneEnd } from './create-lane.ts';
import type { LeaseLock } from './create-lease-lock.ts';
import { withSenderLock } from './with-sender-lock.ts';

/** Options of createBatchSender. */
export interface BatchSenderOptions {
  readonly store: Pick<OutboxStore, 'waiting' | 'lease' | 'release' | 'leasedUntil'>;
  readonly transport: Pick<ScanTransport, 'send' | 'undo'>;
  readonly deliver: Delivery;
  readonly locks: LockManager | null;
  readonly lockName: string;
  readonly clock: Clock;
  /** Jitter: 0 to 1. */
  readonly random: () => number;
  /** The id of this page in a lease. */
  readonly holder: string;
  readonly leaseLock: LeaseLock;
  /** Whether another lane sends this scan now. */
  readonly isHeld: (id: string) => boolean;
}

/** Sends the next batch of a domain while no other tab sends. */
export type BatchSender = (domain: string, attempt: LaneAttempt) => Promise<LaneEnd>;

/** Creates the sender of single batches; it remembers which scans failed alone. */
export function createBatchSender(options: BatchSenderOptions): BatchSender {
  const { store, transport, deliver, locks, lockName: name, clock, random, holder, leaseLock, isHeld } = options;
  const planner = createBatchPlanner({ now: () => clock.now(), random });

  async function isLeased(): Promise<boolean> {
    const leftMs = ((await store.leasedUntil()) ?? 0) - clock.now();
    return leftMs > 0 && leftMs <= LEASE_MS;
  }

  async function plan(domain: string, isAsked: boolean) {
    for (;;) {
      const limit = planner.lookAhead;
      const waiting = await store.waiting({ domain, limit });
      const batch = planner.next(waiting, { isHeld, isAsked });
      // Nothing may go yet of all that was read: there may be more behind it.
      if (batch.ids.length > 0 || waiting.length < limit) return batch;
    }
  }

  async function sendNext(domain: string, attempt: LaneAttempt): Promise<LaneEnd> {
    const { signal, isAsked } = attempt;
    const { ids, dueAt } = await plan(domain, isAsked);
    if (ids.length === 0 || signal.aborted) return { kind: 'empty', dueAt };
    const now = clock.now();
    const leased = await store.lease(ids, { holder, until: now + LEASE_MS, now, hasEnded: await leaseLock.ended() });
    // Another tab sends these; it posts when they are settled.
    if (leased.length === 0) return { kind: 'empty', dueAt };
    const sending = leased.map(({ id }) => id);
    const sent = await deliver(leased, { domain, transport, signal }).finally(() => store.release(sending, holder));
    if (signal.aborted) return { kind: 'empty' };
    if (sent.ok) planner.succeeded(sending);
    else planner.failed(sending);
    return sent.ok ? { kind: 'sent' } : { kind: 'failed', failure: sent.failure, isHalved: sending.length > 1 };
  }

  return (domain, attempt) =>
    withSenderLock({ locks, name, clock, signal: attempt.signal, isLeased }, () => {
      attempt.onRead();
      return leaseLock.hold(() => sendNext(domain, attempt));
    });
}
