import { untilAborted } from '@scantix/runtime-utils';
import { LedgerError } from '../model/ledger-error.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogStore } from '../ports/log-store.ts';
import { type AnswerWait, type AnswerWaitEvent, nextAnswerWait } from './answer-wait.ts';

/** Options of createAnswerWaits. */
export interface AnswerWaitsOptions {
  readonly store: Pick<LogStore, 'get'>;
  readonly clock: Clock;
}

/** The waits for answers of the server. */
export interface AnswerWaits {
  /**
   * Resolves with the scan once it has a verdict or an answer, else as it is when the budget ends.
   * @param budgetMs milliseconds; 0 reads the scan once
   * @throws LedgerError `unknown-scan`; the signal's reason when aborted
   */
  waitFor(id: string, budgetMs: number, signal?: AbortSignal): Promise<LedgerScan>;
  /** Reads these scans again: they may have an answer now. */
  recheck(ids: readonly string[]): void;
  /** Ends all waits: no answer can arrive in time. */
  endAll(): void;
}

/** A running wait: its state, and how to resume the loop that reads the scan. */
interface RunningWait {
  readonly id: string;
  state: AnswerWait;
  resume(): void;
}

/** Creates the waits for answers over one log. */
export function createAnswerWaits({ store, clock }: AnswerWaitsOptions): AnswerWaits {
  const waits = new Set<RunningWait>();

  function send(wait: RunningWait, event: AnswerWaitEvent): void {
    wait.state = nextAnswerWait(wait.state, event);
    wait.resume();
  }

  async function read(id: string): Promise<LedgerScan> {
    const found = await store.get(id);
    if (!found) throw new LedgerError('unknown-scan');
    return found;
  }

  async function readUntilAnswered(wait: RunningWait, signal: AbortSignal | undefined): Promise<LedgerScan> {
    for (;;) {
      signal?.throwIfAborted();
      send(wait, 'read');
      const isLast = wait.state === 'over';
      const scan = await read(wait.id);
      if (isLast || scan.verdict || scan.sync !== 'waiting') return scan;
      if (wait.state === 'current') {
        await new Promise<void>((resolve) => {
          wait.resume = resolve;
        });
      }
    }
  }

  return {
    async waitFor(id, budgetMs, signal) {
      signal?.throwIfAborted();
      const wait: RunningWait = { id, state: budgetMs > 0 ? 'current' : 'over', resume() {} };
      const end = () => send(wait, 'end');
      const cancelTimer = budgetMs > 0 ? clock.after(budgetMs, end) : () => {};
      signal?.addEventListener('abort', end, { once: true });
      waits.add(wait);
      try {
        return await untilAborted(readUntilAnswered(wait, signal), signal);
      } finally {
        waits.delete(wait);
        cancelTimer();
        signal?.removeEventListener('abort', end);
      }
    },
    recheck(ids) {
      for (const wait of [...waits]) if (ids.includes(wait.id)) send(wait, 'change');
    },
    endAll() {
      for (const wait of [...waits]) send(wait, 'end');
    },
  };
}
