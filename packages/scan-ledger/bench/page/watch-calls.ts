import { NUMBER_HEADER, SLOW_MS } from '../chaos/health.ts';

/** What a tab knows of its calls, beside the ledger. */
export interface WatchedCalls {
  /**
   * Makes a call, of which the ledger hears nothing before all of its answer is there: a refused token is renewed first.
   * A segment says nothing, since it may come from the cache of the browser.
   */
  readonly watch: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
  /** Returns the number of the last answer that came in time; 0 after a call that failed or took long. */
  heard(): number;
}

export function watchCalls(): WatchedCalls {
  const running = new Set<{ readonly startedAt: number }>();
  let heard = 0;
  const isSlow = ({ startedAt }: { readonly startedAt: number }) => performance.now() - startedAt > SLOW_MS;

  return {
    watch: (fetch) => async (input, init) => {
      const call = { startedAt: performance.now() };
      running.add(call);
      try {
        const answer = await fetch(input, init);
        const body = await answer.blob();
        const isSegment = `${input instanceof Request ? input.url : input}`.includes('/segments/');
        const number = isSegment ? 0 : Number(answer.headers.get(NUMBER_HEADER) ?? 0);
        heard = isSlow(call) ? 0 : Math.max(heard, number);
        return new Response(body.size > 0 ? body : null, answer);
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
