import type { Clock } from '../system/clock.ts';

/** A result serves everybody who asks within this time, in milliseconds. */
export const SHARED_FOR_MS = 2_000;

/** Computes results once for all who ask for the same at nearly the same time. */
export interface SharedResults {
  /** @param key names everything that the result depends on, its domain first */
  share<Result>(key: string, compute: () => Promise<Result>): Promise<Result>;
}

/** Creates shared results of this process. One is kept while it is computed and for two seconds from its start. */
export function createSharedResults({ clock }: { clock: Clock }): SharedResults {
  const results = new Map<
    string,
    { readonly startedAt: number; readonly result: Promise<unknown>; isReady: boolean }
  >();

  function forgetOld(now: number): void {
    for (const [key, { startedAt, isReady }] of results) {
      if (isReady && Math.abs(now - startedAt) >= SHARED_FOR_MS) results.delete(key);
    }
  }

  return {
    share<Result>(key: string, compute: () => Promise<Result>): Promise<Result> {
      const now = clock.now();
      forgetOld(now);
      const known = results.get(key);
      if (known) return known.result as Promise<Result>;
      const entry = { startedAt: now, result: compute(), isReady: false };
      results.set(key, entry);
      entry.result.then(
        () => {
          entry.isReady = true;
        },
        () => results.delete(key),
      );
      return entry.result;
    },
  };
}
