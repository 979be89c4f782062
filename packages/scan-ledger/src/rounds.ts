import type { Clock } from './clock.ts';
import { backoffMs } from './sender/backoff.ts';
import { createRetryTimer } from './sender/retry-timer.ts';

export interface RoundsOptions {
  readonly clock: Clock;
  readonly random: () => number;
  readonly everyMs: number;
  /** Whether anybody would see the result; a round that is due is left out meanwhile. */
  readonly isWanted: () => boolean;
  /** One round. Never rejects; `failed` asks for another one soon. */
  readonly run: (signal: AbortSignal) => Promise<'done' | 'failed'>;
}

/** Something that is done again and again: after a failure soon, with waits that double, else at its own pace. */
export interface Rounds {
  start(): void;
  stop(): Promise<void>;
  /** A round now; the one that runs, if one does. */
  now(): Promise<void>;
}

export function createRounds({ clock, random, everyMs, isWanted, run }: RoundsOptions): Rounds {
  const timer = createRetryTimer(clock, () => {
    if (isWanted()) void now();
    else timer.wait(everyMs);
  });
  let stopping: AbortController | null = null;
  let running: Promise<void> | null = null;
  let failures = 0;

  async function round(signal: AbortSignal): Promise<void> {
    failures = (await run(signal)) === 'failed' ? failures + 1 : 0;
    // A little apart, so that the devices of a venue do not come in one wave.
    const paceMs = everyMs * (0.9 + 0.2 * random());
    timer.wait(failures > 0 ? Math.min(paceMs, backoffMs(failures, random)) : paceMs);
  }

  function now(): Promise<void> {
    if (!stopping) return Promise.resolve();
    running ??= round(stopping.signal).finally(() => {
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
