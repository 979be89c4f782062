import { MAX_SCANS_PER_CALL } from '@scantix/api-contract';
import type { WaitingScan } from '../ports/outbox-store.ts';
import { createPutAside } from './put-aside.ts';

/** The next batch; `dueAt`: when the first scan that is put aside is tried again (epoch milliseconds). */
export interface Batch {
  readonly ids: readonly string[];
  readonly dueAt: number | null;
}

/** Chooses the scans of the next call, so that one scan that makes calls fail never delays the others. */
export interface BatchPlanner {
  /** How many scans of the outbox it needs to see. */
  readonly lookAhead: number;
  /**
   * Returns the next batch.
   * @param waiting the oldest first
   * @param isHeld whether another lane sends this scan now
   * @param isAsked whether somebody asked for sending: then scans that are put aside go too, behind the others
   */
  next(waiting: readonly WaitingScan[], options?: { isHeld?: (id: string) => boolean; isAsked?: boolean }): Batch;
  succeeded(ids: readonly string[]): void;
  failed(ids: readonly string[]): void;
}

/** Options of createBatchPlanner. */
export interface BatchPlannerOptions {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Jitter: 0 to 1. */
  readonly random: () => number;
}

/**
 * Creates the planner. A failed batch halves the next one, a success doubles it. A scan that failed alone is put aside
 * until its own time, and goes behind those that failed less often, together with others that failed as often: after an
 * outage batches grow back. Scans of one barcode stay in order: an exit never reaches the server before its entry.
 */
export function createBatchPlanner(options: BatchPlannerOptions): BatchPlanner {
  const { now } = options;
  let limit = MAX_SCANS_PER_CALL;
  /** How many scans of the last view could not be sent yet. */
  let held = 0;
  const aside = createPutAside(options);

  return {
    get lookAhead() {
      return MAX_SCANS_PER_CALL + aside.size + held;
    },
    next(waiting, { isHeld = () => false, isAsked = false } = {}) {
      /** By barcode: how often one of its scans failed alone, and from when on they may be sent. */
      const codes = new Map<string, { failures: number; dueAt: number }>();
      const views = waiting.map(({ id, code }) => {
        const before = codes.get(code) ?? { failures: 0, dueAt: 0 };
        const dueAt = isHeld(id) ? Number.POSITIVE_INFINITY : ((isAsked ? null : aside.dueAt(id)) ?? 0);
        const view = {
          id,
          failures: Math.max(before.failures, aside.failuresOf(id)),
          dueAt: Math.max(before.dueAt, dueAt),
        };
        codes.set(code, view);
        return view;
      });
      const free = views.filter(({ dueAt }) => dueAt <= now());
      held = views.length - free.length;
      const least = Math.min(...free.map(({ failures }) => failures));
      const ids = free.flatMap(({ id, failures }) => (failures === least ? [id] : []));
      const dueAt = Math.min(...views.filter((view) => view.dueAt > now()).map((view) => view.dueAt));
      return { ids: ids.slice(0, limit), dueAt: Number.isFinite(dueAt) ? dueAt : null };
    },
    succeeded(ids) {
      limit = Math.min(MAX_SCANS_PER_CALL, limit * 2);
      for (const id of ids) aside.succeeded(id);
    },
    failed(ids) {
      limit = Math.max(1, Math.ceil(ids.length / 2));
      const [only, second] = ids;
      if (only !== undefined && second === undefined) aside.failed(only);
    },
  };
}
