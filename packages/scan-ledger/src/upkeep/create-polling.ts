import type { Clock } from '../ports/clock.ts';
import { backoffMs } from '../timing/backoff.ts';
import { createRetryTimer } from '../timing/retry-timer.ts';

/** Options of createPolling. */
export interface PollingOptions {
  readonly clock: Clock;
  /** Jitter: 0 to 1. */
  readonly random: () => number;
  /** Interval of the polls, in milliseconds. */
  readonly everyMs: number;
  /** Returns whether anybody could see the result; a poll that is due is skipped meanwhile. */
  readonly isNeeded: () => boolean;
  /** One poll. Never rejects; after `failed` the next poll comes sooner. */
  readonly poll: (signal: AbortSignal) => Promise<'done' | 'failed'>;
}

/** Polls at a regular interval, after a failure sooner with growing delays. */
export interface Polling {
  start(): void;
  /** Aborts the running poll and resolves when it has ended. */
  stop(): Promise<void>;
  /** Polls now, or joins the running poll. Does nothing while stopped. */
  now(): Promise<void>;
}

/** Creates a stopped polling. */
export function createPolling({ clock, random, everyMs, isNeeded, poll }: PollingOptions): Polling {
  const timer = createRetryTimer(clock, () => {
    if (isNeeded()) void now();
    else timer.wait(everyMs);
  });
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;

  async function pollOnce(signal: AbortSignal): Promise<void> {
    failures = (await poll(signal)) === 'failed' ? failures + 1 : 0;
    // Jitter, so that the devices of a venue do not call all at once.
    const intervalMs = everyMs * (0.9 + 0.2 * random());
    timer.wait(failures > 0 ? Math.min(intervalMs, backoffMs(failures, random)) : intervalMs);
  }

  function now(): Promise<void> {
    if (!stopping) return Promise.resolve();
    running ??= pollOnce(stopping.signal).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    start() {
      stopping ??= new AbortController();
      timer.start();
      void now();
    },
    async stop() {
      timer.stop();
      stopping?.abort();
      stopping = null;
      await running;
    },
    now,
  };
}
