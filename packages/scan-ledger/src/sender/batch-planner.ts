import { MAX_SCANS_PER_CALL } from '@scantix/api-contract';
import type { WaitingScan } from '../ports/outbox-store.ts';

/** Chooses what goes into the next call, so that one scan the server chokes on never holds up the rest. */
export interface BatchPlanner {
  /** How much of the outbox it must see to choose rightly. */
  readonly lookAhead: number;
  /** The ids of the next batch out of what waits, the oldest first. */
  next(waiting: readonly WaitingScan[]): string[];
  succeeded(batch: readonly string[]): void;
  failed(batch: readonly string[]): void;
}

/**
 * A failed batch halves the next one, a success doubles it. A scan that failed alone goes behind those that failed
 * less often, in batches of its like: after an outage, which fails everybody alike, batches grow back. Scans of one
 * barcode stay in their order, whatever fails: an exit never reaches the server before its entry.
 */
export function createBatchPlanner(): BatchPlanner {
  let limit = MAX_SCANS_PER_CALL;
  const failuresAlone = new Map<string, number>();

  /** How often a scan failed alone, or one of its barcode before it. */
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
