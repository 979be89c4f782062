import type { Verdict } from '@scantix/api-contract';
import type { Clock } from './clock.ts';
import { LedgerError } from './ledger-error.ts';
import { pendingVerdict } from './pending-verdict.ts';
import type { LedgerScan } from './scan-ledger.ts';
import type { LedgerLog } from './scan-ledger-options.ts';
import type { ScanStore } from './scan-store.ts';

export interface DeciderOptions {
  readonly store: ScanStore;
  readonly clock: Clock;
  readonly decisionBudgetMs: number;
  /** A pending verdict went into the log. */
  readonly onShown: (id: string) => void;
  readonly log: LedgerLog;
}

/** Waits for verdicts, but not for long. */
export interface Decider {
  decide(id: string, signal?: AbortSignal): Promise<Verdict>;
  /** These scans may have an answer now. */
  look(ids: readonly string[]): void;
  /** No answer can come in time: nobody waits any longer. */
  giveUp(): void;
}

export function createDecider({ store, clock, decisionBudgetMs, onShown, log }: DeciderOptions): Decider {
  const watchers = new Set<(ids: readonly string[] | null) => void>();

  /** Resolves with the scan once it has an answer, else with what is known when the budget is spent. */
  function waitForAnswer(id: string, signal?: AbortSignal): Promise<LedgerScan> {
    return new Promise((resolve, reject) => {
      const end = () => {
        watchers.delete(watcher);
        cancel();
        signal?.removeEventListener('abort', onAbort);
      };
      const read = async (last: boolean) => {
        const found = await store.get(id);
        if (!found) throw new LedgerError('unknown-scan');
        if (!last && found.sync === 'waiting') return;
        end();
        resolve(found);
      };
      const look = (last: boolean) =>
        read(last).catch((cause) => {
          end();
          reject(cause);
        });
      const watcher = (ids: readonly string[] | null) => {
        if (ids === null || ids.includes(id)) look(ids === null);
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      const cancel = clock.after(decisionBudgetMs, () => look(true));
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort);
      watchers.add(watcher);
      look(false);
    });
  }

  return {
    async decide(id, signal) {
      const { scan, sync, verdict } = await waitForAnswer(id, signal);
      if (verdict) return verdict;
      const pending = pendingVerdict(scan.mode, clock.now());
      if (sync === 'waiting') {
        await store.keepShownVerdict(id, pending).then(
          () => onShown(id),
          (cause) => log({ name: 'ledger-shown-not-kept', cause }),
        );
      }
      return pending;
    },
    look(ids) {
      for (const watcher of [...watchers]) watcher(ids);
    },
    giveUp() {
      for (const watcher of [...watchers]) watcher(null);
    },
  };
}
