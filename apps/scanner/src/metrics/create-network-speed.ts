/** How long the server takes to answer the least of questions. */
export interface NetworkSpeed {
  start(): void;
  /** The middle one of the last three round trips in milliseconds where that is slow, else `null`. */
  getSlowMs(): number | null;
  subscribe(listener: () => void): () => void;
}

export interface NetworkSpeedOptions {
  /** One round trip in milliseconds; `null` where there was none to measure. */
  readonly measure: () => Promise<number | null>;
  /** @default 30000 */
  readonly everyMs?: number;
  /** @default 1000: from there on a verdict shows "Checking…" */
  readonly slowMs?: number;
}

const KEPT = 3;

/** Measures now and then; one slow answer alone is no slow network. */
export function createNetworkSpeed({ measure, everyMs = 30_000, slowMs = 1_000 }: NetworkSpeedOptions): NetworkSpeed {
  const listeners = new Set<() => void>();
  let last: readonly number[] = [];
  let slow: number | null = null;
  let started = false;

  const look = async () => {
    const ms = await measure();
    if (ms === null) return;
    last = [...last, ms].slice(-KEPT);
    const middle = last.length < KEPT ? 0 : (last.toSorted((one, other) => one - other)[1] ?? 0);
    const before = slow;
    slow = middle >= slowMs ? middle : null;
    if (slow !== before) for (const listener of [...listeners]) listener();
  };

  return {
    start() {
      if (started) return;
      started = true;
      setInterval(() => void look(), everyMs);
      void look();
    },
    getSlowMs: () => slow,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
