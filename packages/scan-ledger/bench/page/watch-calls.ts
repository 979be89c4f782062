import { NUMBER_HEADER, SLOW_MS } from '../chaos/health.ts';

/** What a tab knows of its calls, beside the ledger. */
export interface WatchedCalls {
  readonly fetch: typeof globalThis.fetch;
  /** Returns the number of the last answer that came in time; 0 after a call that failed or took long. */
  heard(): number;
}

export function watchCalls(): WatchedCalls {
  const running = new Set<{ readonly startedAt: number }>();
  let heard = 0;
  const isSlow = ({ startedAt }: { readonly startedAt: number }) => performance.now() - startedAt > SLOW_MS;

  return {
    async fetch(input, init) {
      const call = { startedAt: performance.now() };
      running.add(call);
      try {
        const answer = await globalThis.fetch(input, init);
        heard = isSlow(call) ? 0 : Math.max(heard, Number(answer.headers.get(NUMBER_HEADER) ?? 0));
        return answer;
      } catch (cause) {
        heard = 0;
        throw cause;
      } finally {
        running.delete(call);
      }
    },
    heard: () => ([...running].some(isSlow) ? 0 : heard),
  };
}
