import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Clock } from '../ports/clock.ts';
import { backoffMs } from '../timing/backoff.ts';
import { createRetryTimer } from '../timing/retry-timer.ts';
import { type BatchSenderOptions, createBatchSender } from './create-batch-sender.ts';
import { isClosed, nextSendProgress, type SendEvent, type SendProgress } from './send-progress.ts';
import type { SenderState } from './sender-state.ts';

/** Options of createSender. */
export interface SenderOptions extends BatchSenderOptions {
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  /** Jitter of the retries: 0 to 1. */
  readonly random: () => number;
  /** Called after each change of the state. */
  readonly onState: (state: SenderState) => void;
}

/** Empties the outbox. */
export interface Sender {
  start(): void;
  /** Aborts the running call and resolves when sending has ended. */
  stop(): Promise<void>;
  /** Sends what may be sent now, unless the server asked for a delay. Resolves when there is nothing left to do. */
  drain(): Promise<void>;
}

/** Creates a stopped sender. */
export function createSender({ onState, ...options }: SenderOptions): Sender {
  const { owner, clock, random } = options;
  const sendBatch = createBatchSender(options);
  const timer = createRetryTimer(clock, () => void drain());
  let progress: SendProgress = { kind: 'ready', requested: false };
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;

  function send(event: SendEvent): void {
    progress = nextSendProgress(progress, event);
  }

  function report(): void {
    const problem = progress.kind === 'failing' ? progress.problem : null;
    onState({ sending: running !== null, nextTryAt: timer.dueAt(), problem });
  }

  const mayStart = () => progress.requested && !isClosed(progress, clock.now());

  function drain(): Promise<void> {
    if (!stopping) return Promise.resolve();
    send({ kind: 'requested' });
    running ??= run(stopping.signal).finally(() => {
      running = null;
      report();
      // Requested between the end of the last attempt and here.
      if (stopping && mayStart()) void drain();
    });
    return running;
  }

  async function run(signal: AbortSignal): Promise<void> {
    // A step later, so that `running` is set when the state is reported.
    await Promise.resolve();
    report();
    while (!signal.aborted && mayStart()) {
      send({ kind: 'attempt-started' });
      try {
        await sendAll(signal);
      } catch (cause) {
        if (signal.aborted) return;
        const { code, message } = LedgerError.isInstance(cause) ? cause : new LedgerError('unavailable', cause);
        retryAfter({ kind: 'storage-failed', problem: { code, message } });
      }
    }
  }

  /** Sends batch after batch until the outbox is empty or a call fails. */
  async function sendAll(signal: AbortSignal): Promise<void> {
    for (;;) {
      const who = owner();
      if (!who || signal.aborted) return;
      const end = await sendBatch(who.domain, signal, () => send({ kind: 'outbox-read' }));
      if (signal.aborted) return;
      if (end.kind === 'failed') return retryAfter({ kind: 'call-failed', now: clock.now(), ...end.failure });
      send({ kind: 'answered' });
      timer.clear();
      if (end.kind === 'empty') return;
    }
  }

  function retryAfter(event: Extract<SendEvent, { kind: 'call-failed' | 'storage-failed' }>): void {
    send(event);
    if (progress.kind !== 'failing') return;
    // An urgent attempt comes early, but never at once: a call whose failure causes the next request (it refreshes the
    // session, which asks for sending) would flood the server.
    const delayMs = backoffMs(progress.isUrgent ? 1 : progress.failures, random);
    timer.wait(Math.max(progress.closed?.forMs ?? 0, delayMs));
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
