import { createListeners } from '@scantix/runtime-utils';

/** The round-trip time to the server, while it is slow. */
export interface NetworkSpeed {
  /** Measures at once and then at the interval. */
  start(): void;
  /** Ends that. A measurement under way still counts. */
  stop(): void;
  /** The median of the last three round trips in milliseconds while that is slow, else `null`. */
  getSlowMs(): number | null;
  /** Calls `listener` after each change; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

/** The options of a network speed. */
export interface NetworkSpeedOptions {
  /** One round trip in milliseconds; `null` where none could be measured. */
  readonly measure: () => Promise<number | null>;
}

/** The median of this many round trips counts: one slow answer alone is no slow network. */
const SAMPLES = 3;
const EVERY_MS = 30_000;
/** From how many milliseconds on a round trip is slow. */
const SLOW_MS = 1_000;

/**
 * Measures the round trip to the server every half minute.
 *
 * @example
 * const speed = createNetworkSpeed({ measure: () => measureRoundTrip({ url: '/healthz' }) });
 * speed.start();
 */
export function createNetworkSpeed({ measure }: NetworkSpeedOptions): NetworkSpeed {
  const { subscribe, notify } = createListeners();
  let last: readonly number[] = [];
  let slow: number | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;

  async function sample(): Promise<void> {
    const ms = await measure();
    if (ms === null) return;
    last = [...last, ms].slice(-SAMPLES);
    const median = last.length < SAMPLES ? 0 : (last.toSorted((one, other) => one - other)[1] ?? 0);
    const before = slow;
    slow = median >= SLOW_MS ? median : null;
    if (slow !== before) notify();
  }

  return {
    start() {
      if (timer !== undefined) return;
      timer = setInterval(() => void sample(), EVERY_MS);
      void sample();
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
    getSlowMs: () => slow,
    subscribe,
  };
}
