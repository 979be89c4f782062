import { backoffMs } from '../timing/backoff.ts';

/** Scans or undos on which a call of their own failed: each has its own time of the next try. */
export interface PutAside {
  readonly size: number;
  /** How often a call of this one alone has failed in a row. */
  failuresOf(id: string): number;
  /** When it is tried again: epoch milliseconds; `null` for one that is not put aside. */
  dueAt(id: string): number | null;
  /** Its call failed. */
  failed(id: string): void;
  /** It was answered. */
  succeeded(id: string): void;
}

/** Creates an empty list. `random`: jitter, 0 to 1. */
export function createPutAside({
  now,
  random,
}: {
  readonly now: () => number;
  readonly random: () => number;
}): PutAside {
  const aside = new Map<string, { failures: number; until: number; forMs: number }>();
  return {
    get size() {
      return aside.size;
    },
    failuresOf: (id) => aside.get(id)?.failures ?? 0,
    dueAt(id) {
      const held = aside.get(id);
      if (!held) return null;
      // More time left than it was put aside for: the clock was set back.
      return held.until - now() > held.forMs ? now() : held.until;
    },
    failed(id) {
      const failures = (aside.get(id)?.failures ?? 0) + 1;
      const forMs = backoffMs(failures, random);
      aside.set(id, { failures, until: now() + forMs, forMs });
    },
    succeeded: (id) => void aside.delete(id),
  };
}
