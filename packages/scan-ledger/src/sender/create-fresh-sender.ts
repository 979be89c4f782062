import type { ApiOutcome } from '@scantix/api-contract';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChainStep, LeaseRequest, OutboxStore } from '../ports/outbox-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import type { NameGate } from '../recovery/create-name-gate.ts';
import { LEASE_MS } from './create-delivery.ts';
import type { LeaseLock } from './create-lease-lock.ts';
import type { AwaitedCall, ServerWatch } from './create-server-watch.ts';
import type { SendChain } from './send-chain.ts';

/** How many calls may run when a call begins for which nobody waits yet. Further scans go with the backlog, in a batch. */
const MAX_UNAWAITED = 4;
/** How many scans whose call failed are remembered, the newest ones. They go with the backlog. */
const MAX_FAILED = 100;

/**
 * The end of a call for one scan. `answered`: its answer is in the log. `failed`: there will be none soon. `elsewhere`:
 * the scan has an answer already, or another tab or lane sends it.
 */
export type FreshEnd = 'answered' | 'failed' | 'elsewhere';

/** Options of createFreshSender. */
export interface FreshSenderOptions {
  readonly store: Pick<OutboxStore, 'leaseChain' | 'release'>;
  readonly transport: Pick<ScanTransport, 'send' | 'undo'>;
  readonly sendChain: SendChain;
  readonly server: Pick<ServerWatch, 'began' | 'delayLeftMs' | 'askedForDelay' | 'isOffline'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  /** The id of this page in a lease. */
  readonly holder: string;
  /** Returns the configured decision budget, in milliseconds. */
  readonly decisionBudgetMs: () => number;
  readonly leaseLock: Pick<LeaseLock, 'hold'>;
  readonly whenNamed: NameGate;
  /** Called when a call begins. */
  readonly onBegin: () => void;
  /** Called when a call has ended. After `failed` the scan is left to the backlog. */
  readonly onEnd: (id: string, end: FreshEnd) => void;
}

/** A scan that was just recorded. */
export interface RecordedScan {
  /** The domain of its clerk. No call is made once another one has signed in. */
  readonly domain: string;
  /** The steps that were leased with the record; `null`: none were. */
  readonly leased: Promise<readonly ChainStep[]> | null;
}

/** Sends scans that somebody waits for: each at once, in a call of its own, whatever else waits, fails or hangs. */
export interface FreshSender {
  start(): void;
  /** Aborts all calls and resolves when they have ended. */
  stop(): Promise<void>;
  /** Returns the lease of a scan that is about to be recorded, and begun at once; `null`: it gets none. */
  leaseAhead(): LeaseRequest | null;
  /** Begins the call of a scan for which somebody will wait. `false`: it must go with the backlog, and its lease is given back. */
  begin(id: string, recorded: RecordedScan): boolean;
  /** Begins the call of a scan, or joins it. */
  wait(id: string): { readonly ended: Promise<FreshEnd>; leave(): void };
  isSending(id: string): boolean;
  isRunning(): boolean;
  /** Resolves when the current calls have ended. */
  idle(): Promise<unknown>;
}

interface FreshCall {
  readonly ended: Promise<FreshEnd>;
  readonly aborting: AbortController;
  waiters: number;
  /** Whether somebody waited for it, and nobody does any more. */
  isAbandoned: boolean;
}

/** Creates a stopped sender of fresh scans. */
export function createFreshSender(options: FreshSenderOptions): FreshSender {
  const { store, transport, sendChain, server, owner, clock, holder, decisionBudgetMs, leaseLock, onBegin, onEnd } =
    options;
  const calls = new Map<string, FreshCall>();
  const failed = new Set<string>();
  let isStarted = false;

  const canSend = () => isStarted && owner() !== null;
  /** Nobody waits for a server while the browser reports no network. The backlog tests whether the report is right. */
  const mayCall = (id = '') => canSend() && server.delayLeftMs() === 0 && !server.isOffline() && !failed.has(id);
  const mayBegin = (id = '') => calls.size < MAX_UNAWAITED && mayCall(id);

  function noteFailed(id: string): void {
    failed.add(id);
    const [oldest] = failed;
    if (failed.size > MAX_FAILED && oldest !== undefined) failed.delete(oldest);
  }

  function request(): LeaseRequest {
    const now = clock.now();
    return { holder, until: now + LEASE_MS, now, isFresh: true };
  }

  function call(id: string, recorded: RecordedScan): FreshCall {
    // At most one call hangs that nobody waits for: a browser makes few calls at a time.
    for (const other of calls.values()) if (other.isAbandoned) other.aborting.abort();
    const aborting = new AbortController();
    const ended = leaseLock
      .hold(() => run(id, recorded, aborting.signal))
      .then((end) => {
        calls.delete(id);
        if (end === 'failed') noteFailed(id);
        onEnd(id, end);
        return end;
      });
    const started: FreshCall = { ended, aborting, waiters: 0, isAbandoned: false };
    calls.set(id, started);
    onBegin();
    return started;
  }

  async function giveBack(steps: readonly ChainStep[] | null): Promise<void> {
    const ids = steps?.flatMap((step) => (step.kind === 'scan' ? [step.id] : [])) ?? [];
    if (ids.length > 0) await store.release(ids, holder).catch(() => {});
  }

  async function run(id: string, { domain, leased }: RecordedScan, signal: AbortSignal): Promise<FreshEnd> {
    let cancelLate = () => {};
    /** The server's time begins with the call: the storage access before it does not count. */
    const began = () => {
      const awaited = server.began();
      cancelLate();
      cancelLate = clock.after(decisionBudgetMs(), awaited.late);
      return awaited;
    };
    let steps: readonly ChainStep[] | null = null;
    try {
      const isNamed = await options.whenNamed(signal);
      if (signal.aborted || !canSend()) return 'failed';
      const chain = leased
        ? { kind: 'leased' as const, steps: await leased }
        : await store.leaseChain(id, { ...request(), domain });
      if (chain.kind === 'foreign' || chain.kind === 'behind') return 'failed';
      if (chain.kind !== 'leased') return 'elsewhere';
      steps = chain.steps;
      // Earlier steps of the chain may belong to another domain.
      if (!isNamed && steps.length > 1) return 'failed';
      const sent = await sendChain(steps, { domain, transport: noting(transport, began, signal), signal });
      if (sent.kind === 'answered') return 'answered';
      if (sent.failure.retryAfterMs !== undefined) server.askedForDelay(sent.failure.retryAfterMs);
      return 'failed';
    } catch {
      // The storage failed. The backlog meets the same failure and reports it.
      return 'failed';
    } finally {
      cancelLate();
      await giveBack(steps ?? (await leased));
    }
  }

  return {
    start() {
      isStarted = true;
    },
    async stop() {
      isStarted = false;
      const ends = [...calls.values()].map(({ ended }) => ended);
      for (const { aborting } of calls.values()) aborting.abort();
      await Promise.all(ends);
    },
    leaseAhead: () => (mayBegin() && options.whenNamed.isOpen() ? request() : null),
    begin(id, recorded) {
      if (calls.has(id)) return true;
      if (mayBegin(id)) {
        call(id, recorded);
        return true;
      }
      // Since it was leased, others of the same moment have begun, the server has asked for a delay, or sending has stopped.
      void recorded.leased?.then(giveBack);
      return false;
    },
    wait(id) {
      const joined = calls.get(id) ?? (mayCall(id) ? call(id, { domain: owner()?.domain ?? '', leased: null }) : null);
      if (!joined) return { ended: Promise.resolve(canSend() ? 'failed' : 'elsewhere'), leave() {} };
      joined.waiters += 1;
      joined.isAbandoned = false;
      return {
        ended: joined.ended,
        leave() {
          joined.waiters -= 1;
          joined.isAbandoned = joined.waiters === 0;
        },
      };
    },
    isSending: (id) => calls.has(id),
    isRunning: () => calls.size > 0,
    idle: () => Promise.all([...calls.values()].map(({ ended }) => ended)),
  };
}

/** Returns the same calls, which also note their outcome for a person who waits. An aborted call says nothing. */
function noting(
  transport: FreshSenderOptions['transport'],
  began: () => AwaitedCall,
  signal: AbortSignal,
): FreshSenderOptions['transport'] {
  async function noted<T>(call: () => Promise<ApiOutcome<T>>): Promise<ApiOutcome<T>> {
    const awaited = began();
    const outcome = await call().catch(
      (cause): ApiOutcome<T> => ({ ok: false, failure: { kind: 'unreachable', cause } }),
    );
    if (!signal.aborted) awaited.ended(outcome);
    return outcome;
  }
  return {
    send: (...call) => noted(() => transport.send(...call)),
    undo: (...call) => noted(() => transport.undo(...call)),
  };
}
