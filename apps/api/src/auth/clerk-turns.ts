import { ApiError } from '../http/api-error.ts';
import { createWorkLimit, type WorkLimit } from './work-limit.ts';

/** Lets a clerk have a few things done at once; more wait for their turn. */
export interface ClerkTurns {
  /**
   * @param of the clerk's id, or what stands for a clerk
   * @throws ApiError `rate_limited`: too many wait
   */
  run<Result>(of: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Creates turns, for what keeps connections busy: `atOnce` of a clerk, and `waiting` more. Whoever asks for much at once
 * waits for themselves, and no gate for them: the connections to the database are few, and the embedded one answers one
 * question after the other.
 *
 * @param atOnce @default 4
 */
export function createClerkTurns({ atOnce = 4, waiting }: { atOnce?: number; waiting: number }): ClerkTurns {
  const clerks = new Map<string, { readonly limit: WorkLimit; calls: number }>();
  return {
    async run(of, work) {
      const own = clerks.get(of) ?? { limit: createWorkLimit({ concurrency: atOnce, waiting }), calls: 0 };
      clerks.set(of, own);
      own.calls += 1;
      try {
        const done = await own.limit.run(async () => ({ result: await work() }));
        if (!done) throw new ApiError('rate_limited', 'Too many of these at once', { retryAfterMs: 1_000 });
        return done.result;
      } finally {
        own.calls -= 1;
        if (own.calls === 0) clerks.delete(of);
      }
    },
  };
}
