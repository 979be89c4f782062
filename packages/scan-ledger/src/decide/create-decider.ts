import type { Verdict } from '@scantix/api-contract';
import type { Clock } from '../clock.ts';
import { LedgerError } from '../ledger-error.ts';
import type { LedgerScan } from '../scan-ledger.ts';
import type { LedgerLog } from '../scan-ledger-options.ts';
import type { ScanStore } from '../scan-store.ts';
import { pendingVerdict } from './pending-verdict.ts';

/** How long this device may take for a decision of its own. */
const DEVICE_BUDGET_MS = 2_000;

export interface DeciderOptions {
  readonly store: ScanStore;
  readonly clock: Clock;
  /** How long the server has, in milliseconds; asked for each scan. */
  readonly budgetMs: () => number;
  /** What this device can say by itself. */
  readonly decideHere: (entry: LedgerScan) => Promise<Verdict>;
  /** One decision of this device at a time, over all tabs. */
  readonly inTurn: <T>(body: () => Promise<T>) => Promise<T>;
  /** A verdict of this device, or that there is none, went into the log. */
  readonly onShown: (id: string) => void;
  readonly log: LedgerLog;
}

/** Gets verdicts: the server's if it comes in time. */
export interface Decider {
  decide(id: string, signal?: AbortSignal): Promise<Verdict>;
  /** These scans may have an answer now. */
  look(ids: readonly string[]): void;
  /** No answer can come in time: nobody waits any longer. */
  giveUp(): void;
}

export function createDecider(options: DeciderOptions): Decider {
  const { store, clock, budgetMs, decideHere, inTurn, onShown, log } = options;
  const watchers = new Set<(ids: readonly string[] | null) => void>();

  async function read(id: string): Promise<LedgerScan> {
    const found = await store.get(id);
    if (!found) throw new LedgerError('unknown-scan');
    return found;
  }

  /** Resolves with the scan once it has a verdict, else as it stands when the budget is spent. */
  function waitForAnswer(id: string, signal?: AbortSignal): Promise<LedgerScan> {
    return new Promise((resolve, reject) => {
      const end = () => {
        watchers.delete(watcher);
        cancel();
        signal?.removeEventListener('abort', onAbort);
      };
      const readOnce = async (last: boolean) => {
        const found = await read(id);
        if (!last && found.sync === 'waiting' && !found.verdict) return;
        end();
        resolve(found);
      };
      const look = (last: boolean) =>
        readOnce(last).catch((cause) => {
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
      let cancel = () => {};
      if (signal?.aborted) return onAbort();
      signal?.addEventListener('abort', onAbort);
      watchers.add(watcher);
      const budget = budgetMs();
      if (budget > 0) cancel = clock.after(budget, () => look(true));
      look(budget <= 0);
    });
  }

  /** Storage or code of the tickets that do not come must not keep a visitor waiting, nor the next decision. */
  function inTime(deciding: Promise<Verdict>): Promise<Verdict> {
    return new Promise((resolve, reject) => {
      const late = () => reject(new DOMException(`no decision in ${DEVICE_BUDGET_MS} ms`, 'TimeoutError'));
      const cancel = clock.after(DEVICE_BUDGET_MS, late);
      deciding.then(resolve, reject).finally(cancel);
    });
  }

  /** The verdict of this device. Whatever is told is on the disk: what cannot be kept is not claimed. */
  async function decideWithoutServer(id: string): Promise<Verdict> {
    const entry = await read(id);
    if (entry.verdict) return entry.verdict;
    const pending = pendingVerdict(entry.scan.mode, clock.now());
    if (entry.sync !== 'waiting') return pending;
    const verdict = await inTime(decideHere(entry)).catch((cause) => {
      log({ name: 'ledger-decision-failed', cause });
      return pending;
    });
    try {
      const standing = await store.keepShownVerdict(id, verdict);
      onShown(id);
      return standing ?? pending;
    } catch (cause) {
      log({ name: 'ledger-shown-not-kept', cause });
      return pending;
    }
  }

  return {
    async decide(id, signal) {
      const { verdict } = await waitForAnswer(id, signal);
      if (verdict) return verdict;
      signal?.throwIfAborted();
      return inTurn(() => decideWithoutServer(id));
    },
    look(ids) {
      for (const watcher of [...watchers]) watcher(ids);
    },
    giveUp() {
      for (const watcher of [...watchers]) watcher(null);
    },
  };
}
