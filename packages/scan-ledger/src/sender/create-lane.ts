import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerProblem } from '../model/ledger-state.ts';
import type { Clock } from '../ports/clock.ts';
import { backoffMs } from '../timing/backoff.ts';
import { createRetryTimer } from '../timing/retry-timer.ts';
import type { ServerWatch } from './create-server-watch.ts';
import { type LaneEvent, type LaneProgress, nextLaneProgress } from './lane-progress.ts';
import type { CallFailure } from './send-scans.ts';

/**
 * The end of one call, or of nothing to call. `sent`: there may be more. `empty`: nothing more to send before `dueAt`
 * (epoch milliseconds), where something has a time of its own. `held`: it is not known yet what may be sent.
 */
export type LaneEnd =
  | { readonly kind: 'sent' }
  | { readonly kind: 'empty'; readonly dueAt?: number | null }
  | { readonly kind: 'held'; readonly retryMs: number }
  | { readonly kind: 'failed'; readonly failure: CallFailure; readonly isHalved?: boolean };

/** One attempt of a lane. */
export interface LaneAttempt {
  readonly signal: AbortSignal;
  /** To be called as the storage is read. */
  readonly onRead: () => void;
  /** Whether somebody asked for sending: then also what has a time of its own is tried. */
  readonly isAsked: boolean;
}

/** Options of createLane. */
export interface LaneOptions {
  readonly clock: Clock;
  /** Jitter of the retries: 0 to 1. */
  readonly random: () => number;
  readonly server: Pick<ServerWatch, 'delayLeftMs' | 'askedForDelay'>;
  /** Makes one call. */
  readonly sendNext: (attempt: LaneAttempt) => Promise<LaneEnd>;
  /** Called when the lane begins, ends or changes its next try. */
  readonly onChange: () => void;
}

/** One lane of the sender: call after call until nothing waits, with a timer of its own for what failed. */
export interface Lane {
  start(): void;
  /** Aborts the running call and resolves when the lane has ended. */
  stop(): Promise<void>;
  /** Somebody asks: sends all that waits, unless the server asked for a delay. Resolves when nothing is left to do. */
  drain(): Promise<void>;
  /** Sends what is due. */
  proceed(): Promise<void>;
  /** Sends a moment later what another lane failed to send, unless the lane waits already. */
  takeUp(): void;
  /** Tries again a moment later, if the lane waits for longer: a call of another lane succeeded. */
  hasten(): void;
  isRunning(): boolean;
  /** Resolves when the current run has ended. */
  idle(): Promise<void>;
  /** When the lane tries again: epoch milliseconds; `null` without a failure. */
  nextTryAt(): number | null;
  problem(): LedgerProblem | null;
}

/** Creates a stopped lane. */
export function createLane({ clock, random, server, sendNext, onChange }: LaneOptions): Lane {
  const timer = createRetryTimer(clock, () => void proceed());
  let progress: LaneProgress = { kind: 'ready', requested: false };
  let isAsked = false;
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;

  function send(event: LaneEvent): void {
    progress = nextLaneProgress(progress, event);
  }

  const mayStart = () => progress.requested && server.delayLeftMs() === 0;

  /** Waits at least as long as the server asked for. */
  function wait(delayMs: number): void {
    timer.wait(Math.max(server.delayLeftMs(), delayMs));
  }

  function drain(): Promise<void> {
    isAsked = true;
    return proceed();
  }

  function proceed(): Promise<void> {
    if (!stopping) return Promise.resolve();
    send({ kind: 'requested' });
    running ??= run(stopping.signal).finally(() => {
      running = null;
      onChange();
      // Requested between the end of the last attempt and here.
      if (stopping && mayStart()) void proceed();
    });
    return running;
  }

  async function run(signal: AbortSignal): Promise<void> {
    // A step later, so that `running` is set when the state is reported.
    await Promise.resolve();
    onChange();
    if (server.delayLeftMs() > 0 && timer.dueAt() === null) wait(0);
    while (!signal.aborted && mayStart()) {
      try {
        await sendAll(signal);
      } catch (cause) {
        if (signal.aborted) return;
        const { code, message } = LedgerError.isInstance(cause) ? cause : new LedgerError('unavailable', cause);
        retryAfter({ kind: 'storage-failed', problem: { code, message } });
      }
    }
  }

  /** Sends call after call until nothing is left or a call fails. */
  async function sendAll(signal: AbortSignal): Promise<void> {
    send({ kind: 'outbox-read' });
    const attempt = { signal, onRead: () => send({ kind: 'outbox-read' }), isAsked };
    isAsked = false;
    for (;;) {
      const end = await sendNext(attempt);
      if (signal.aborted) return;
      if (end.kind === 'held') {
        isAsked ||= attempt.isAsked;
        return wait(end.retryMs);
      }
      if (end.kind === 'failed') {
        const { failure, isHalved = false } = end;
        if (failure.retryAfterMs !== undefined) server.askedForDelay(failure.retryAfterMs);
        const message = failure.message === undefined ? {} : { message: failure.message };
        return retryAfter({ kind: 'call-failed', isHalved, ...message });
      }
      send({ kind: 'answered' });
      timer.clear();
      if (end.kind === 'sent') continue;
      if (end.dueAt != null) wait(end.dueAt - clock.now());
      return;
    }
  }

  function retryAfter(event: Extract<LaneEvent, { kind: 'call-failed' | 'storage-failed' }>): void {
    send(event);
    if (progress.kind !== 'failing') return;
    // An urgent attempt comes early, but never at once: a call whose failure causes the next request (it refreshes the
    // session, which asks for sending) would flood the server.
    wait(backoffMs(progress.isUrgent ? 1 : progress.failures, random));
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
    proceed,
    takeUp() {
      if (running) send({ kind: 'requested' });
      if (running || !stopping) return;
      const soonMs = backoffMs(1, random);
      const dueAt = timer.dueAt();
      // A lane that fails has its own time. In a ready one only scans that were put aside wait for a later one.
      if (dueAt !== null && (progress.kind === 'failing' || dueAt - clock.now() <= soonMs)) return;
      wait(soonMs);
      onChange();
    },
    hasten() {
      if (running || progress.kind !== 'failing') return;
      send({ kind: 'server-back' });
      const soonMs = backoffMs(1, random);
      if ((timer.dueAt() ?? 0) - clock.now() <= soonMs) return;
      wait(soonMs);
      onChange();
    },
    isRunning: () => running !== null,
    async idle() {
      await running;
    },
    nextTryAt: timer.dueAt,
    problem: () => (progress.kind === 'failing' ? progress.problem : null),
  };
}
