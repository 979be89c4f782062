import type { Clock } from '../index.ts';

/** A clock that moves only when a test moves it. */
export interface FakeClock extends Clock {
  /** Moves on by `ms`, runs each timer at its own time and lets the work that it started settle. */
  advance(ms: number): Promise<void>;
  /** Moves on by `ms` without running a timer, as a machine does that was asleep or whose clock was set. */
  jump(ms: number): void;
  /** The delays that were asked for, in milliseconds, oldest first. */
  readonly delays: readonly number[];
  /** How many timers are waiting. */
  countTimers(): number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** A clock that starts at `startMs`, epoch milliseconds. */
export function createFakeClock(startMs = Date.UTC(2026, 10, 21, 9)): FakeClock {
  let nowMs = startMs;
  /** Timers and the steady clock run on this time, which a jump leaves alone. */
  let elapsedMs = 0;
  const timers = new Set<Timer>();
  const delays: number[] = [];

  function removeNext(until: number): Timer | undefined {
    const [next] = [...timers].filter(({ at }) => at <= until).sort((left, right) => left.at - right.at);
    if (next) timers.delete(next);
    return next;
  }

  return {
    now: () => nowMs,
    monotonicNow: () => elapsedMs,
    after(delayMs, callback) {
      // As in a browser, a delay that does not fit into 31 bits counts as zero.
      const timer = { at: elapsedMs + (delayMs > 2 ** 31 - 1 ? 0 : Math.max(0, delayMs)), callback };
      delays.push(delayMs);
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const until = elapsedMs + ms;
      await settle();
      for (let timer = removeNext(until); timer; timer = removeNext(until)) {
        nowMs += timer.at - elapsedMs;
        elapsedMs = timer.at;
        timer.callback();
        await settle();
      }
      nowMs += until - elapsedMs;
      elapsedMs = until;
    },
    jump(ms) {
      nowMs += ms;
    },
    delays,
    countTimers: () => timers.size,
  };
}

/**
 * Waits a few turns of the event loop, for work that ends outside of it (digests, IndexedDB, sockets). Each turn also waits for
 * a digest of its own: on a busy machine a digest of the session takes longer than a turn.
 */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await globalThis.crypto?.subtle?.digest('SHA-256', new Uint8Array(1));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}
