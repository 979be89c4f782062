import { MAX_SCANS_PER_CALL } from '@scantix/api-contract';

/** Chooses what goes into the next call, so that one scan the server chokes on never holds up the rest. */
export interface BatchPlanner {
  /** How many ids of the outbox it must see to choose rightly. */
  readonly lookAhead: number;
  /** The next batch out of the waiting ids, the oldest first. */
  next(waiting: readonly string[]): string[];
  succeeded(batch: readonly string[]): void;
  failed(batch: readonly string[]): void;
}

/**
 * A failed batch halves the next one, a success doubles it. A scan that failed alone goes behind those that failed
 * less often, in batches of its like: after an outage, which fails everybody alike, batches grow back.
 */
export function createBatchPlanner(): BatchPlanner {
  let limit = MAX_SCANS_PER_CALL;
  const failuresAlone = new Map<string, number>();
  const failuresOf = (id: string) => failuresAlone.get(id) ?? 0;

  return {
    get lookAhead() {
      return MAX_SCANS_PER_CALL + failuresAlone.size;
    },
    next(waiting) {
      const least = Math.min(...waiting.map(failuresOf));
      return waiting.filter((id) => failuresOf(id) === least).slice(0, limit);
    },
    succeeded(batch) {
      limit = Math.min(MAX_SCANS_PER_CALL, limit * 2);
      for (const id of batch) failuresAlone.delete(id);
    },
    failed(batch) {
      limit = Math.max(1, Math.ceil(batch.length / 2));
      const [only, second] = batch;
      if (only !== undefined && second === undefined) failuresAlone.set(only, failuresOf(only) + 1);
    },
  };
}
