import type { Clock } from '../ports/clock.ts';
import { abort } from './transact.ts';

/**
 * Runs a write that is aborted when it takes too long. Past the deadline the write is either undone, or it was
 * committed at the last instant and counts: never told as failed and kept all the same.
 */
export async function withDeadline<T>(
  clock: Clock,
  deadlineMs: number,
  write: (onBegin: (transaction: IDBTransaction) => void) => Promise<T>,
): Promise<T> {
  let current: IDBTransaction | null = null;
  let late = false;
  const cancel = clock.after(deadlineMs, () => {
    late = true;
    if (current) abort(current);
  });
  try {
    return await write((transaction) => {
      current = transaction;
      if (late) abort(transaction);
    });
  } finally {
    cancel();
  }
}
