import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import { abort } from './transact.ts';

/** Options of withDeadline. */
export interface DeadlineOptions {
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly log: LedgerLog;
}

/**
 * Runs a write that is aborted at its deadline. A write that fails is never committed: it either aborts in time, or its
 * commit counts as success.
 */
export async function withDeadline<T>(
  { clock, deadlineMs, log }: DeadlineOptions,
  write: (onBegin: (transaction: IDBTransaction) => void) => Promise<T>,
): Promise<T> {
  let current: IDBTransaction | null = null;
  let late = false;
  const cancel = clock.after(deadlineMs, () => {
    late = true;
    log({ name: 'ledger-storage-slow', level: 'warn', properties: { deadlineMs } });
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
