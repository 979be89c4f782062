import { ApiError } from '../http/api-error.ts';

/** Lets a limited number of imports run in this process, of each domain one. */
export interface ImportSlots {
  /** @throws ApiError `unavailable` with a delay, while none is free */
  run<Result>(domainId: string, work: () => Promise<Result>): Promise<Result>;
}

const RETRY_AFTER_MS = 10_000;

/** Creates slots. @param atOnce of all domains together */
export function createImportSlots({ atOnce }: { atOnce: number }): ImportSlots {
  const running = new Set<string>();
  return {
    async run(domainId, work) {
      if (running.has(domainId) || running.size >= atOnce) {
        const whose = running.has(domainId) ? 'Another import of this domain is' : 'Other imports are';
        throw new ApiError('unavailable', `${whose} running: try again later`, { retryAfterMs: RETRY_AFTER_MS });
      }
      running.add(domainId);
      try {
        return await work();
      } finally {
        running.delete(domainId);
      }
    },
  };
}
