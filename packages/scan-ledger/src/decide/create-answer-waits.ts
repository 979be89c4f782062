import type { Verdict } from '@scantix/api-contract';
import { LedgerError } from '../model/ledger-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { LogStore } from '../ports/log-store.ts';
import { type AnswerWait, type AnswerWaitEvent, nextAnswerWait } from './answer-wait.ts';

/** Options of createAnswerWaits. */
export interface AnswerWaitsOptions {
  readonly store: Pick<LogStore, 'get'>;
  readonly clock: Clock;
}

/** The waits for answers of the server. A verdict of this tab comes from memory; the log is read for those of others. */
export interface AnswerWaits {
  /**
   * Resolves with the verdict of a scan once there is one; with `null` when the budget ends, or once there will be none.
   * @param budgetMs milliseconds
   * @throws LedgerError `unknown-scan`
   */
  waitFor(id: string, budgetMs: number): Promise<Verdict | null>;
  /** Ends the waits for these scans with their verdicts, which are in the log. */
  answered(verdicts: ReadonlyMap<string, Verdict>): void;
  /** Reads these scans: they may have a verdict now. */
  recheck(ids: readonly string[]): void;
  /** Ends the waits for a scan: no answer can arrive in time. */
  end(id: string): void;
  /** Ends all waits. */
  endAll(): void;
}

/** A running wait: its state, and how to resume the loop that acts on it. */
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

  async function readUntilAnswered(wait: RunningWait): Promise<Verdict | null> {
    for (;;) {
      const { state } = wait;
      if (state.kind === 'answered') return state.verdict;
      if (state.kind === 'over') return null;
      if (state.kind === 'current') {
        await new Promise<void>((resolve) => {
          wait.resume = resolve;
        });
        continue;
      }
      send(wait, { kind: 'read' });
      const scan = await store.get(wait.id);
      if (!scan) throw new LedgerError('unknown-scan');
      if (scan.verdict || scan.sync !== 'waiting') return scan.verdict;
    }
  }

  return {
    async waitFor(id, budgetMs) {
      const wait: RunningWait = { id, state: { kind: budgetMs > 0 ? 'current' : 'over' }, resume() {} };
      const cancelTimer = clock.after(budgetMs, () => send(wait, { kind: 'end' }));
      waits.add(wait);
      try {
        return await readUntilAnswered(wait);
      } finally {
        waits.delete(wait);
        cancelTimer();
      }
    },
    answered(verdicts) {
      for (const wait of [...waits]) {
        const verdict = verdicts.get(wait.id);
        if (verdict) send(wait, { kind: 'answer', verdict });
      }
    },
    recheck(ids) {
      for (const wait of [...waits]) if (ids.includes(wait.id)) send(wait, { kind: 'change' });
    },
    end(id) {
      for (const wait of [...waits]) if (wait.id === id) send(wait, { kind: 'end' });
    },
    endAll() {
      for (const wait of [...waits]) send(wait, { kind: 'end' });
    },
  };
}
