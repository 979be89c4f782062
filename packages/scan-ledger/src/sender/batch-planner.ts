import { MAX_SCANS_PER_CALL } from '@scantix/api-contract';
import type { WaitingScan } from '../ports/outbox-store.ts';

/** Chooses the scans of the next call, so that one scan that makes calls fail never delays the others. */
export interface BatchPlanner {
  /** How many scans of the outbox it needs to see. */
  readonly lookAhead: number;
  /** Returns the ids of the next batch. @param waiting the oldest first */
  next(waiting: readonly WaitingScan[]): string[];
  succeeded(batch: readonly string[]): void;
  failed(batch: readonly string[]): void;
}

/**
 * Creates the planner. A failed batch halves the next one, a success doubles it. A scan that failed alone goes behind
 * those that failed less often, together with others that failed as often: after an outage batches grow back. Scans of
 * one barcode stay in order: an exit never reaches the server before its entry.
 */
export function createBatchPlanner(): BatchPlanner {
  let limit = MAX_SCANS_PER_CALL;
  const failuresAlone = new Map<string, number>();

  /** How often each scan failed alone, or an earlier one of its barcode. */
  function failuresOf(waiting: readonly WaitingScan[]): Map<string, number> {
    const ofCode = new Map<string, number>();
    return new Map(
      waiting.map(({ id, code }) => {
        const failures = Math.max(failuresAlone.get(id) ?? 0, ofCode.get(code) ?? 0);
        ofCode.set(code, failures);
        return [id, failures];
      }),
    );
  }

  return {
    get lookAhead() {
      return MAX_SCANS_PER_CALL + failuresAlone.size;
    },
    next(waiting) {
      const failures = failuresOf(waiting);
      const least = Math.min(...failures.values());
      return [...failures].flatMap(([id, times]) => (times === least ? [id] : [])).slice(0, limit);
    },
    succeeded(batch) {
      limit = Math.min(MAX_SCANS_PER_CALL, limit * 2);
      for (const id of batch) failuresAlone.delete(id);
    },
    failed(batch) {
      limit = Math.max(1, Math.ceil(batch.length / 2));
      const [only, second] = batch;
      if (only !== undefined && second === undefined) failuresAlone.set(only, (failuresAlone.get(only) ?? 0) + 1);
    },
  };
}
