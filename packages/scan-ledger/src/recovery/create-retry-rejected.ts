import type { LedgerLog } from '../ports/ledger-log.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';

/** Options of createRetryRejected. */
export interface RetryRejectedOptions {
  readonly store: Pick<OutboxStore, 'retryRejected'>;
  /** Called with the ids of scans that are in the outbox again. */
  readonly onReturned: (ids: string[]) => void;
  readonly log: LedgerLog;
}

/** Sends what a server did not understand again once another build of it, or of the app, may. */
export interface RetryRejected {
  /** Notes the builds of the app and of the server that has answered. Never rejects. */
  answered(domain: string, builds: string): Promise<void>;
}

/** Creates the retry, before any answer. */
export function createRetryRejected({ store, onReturned, log }: RetryRejectedOptions): RetryRejected {
  /** What each domain's quarantine was last looked through for. */
  const lookedFor = new Map<string, string>();
  return {
    async answered(domain, builds) {
      if (lookedFor.get(domain) === builds) return;
      lookedFor.set(domain, builds);
      try {
        const ids = await store.retryRejected({ domain, builds });
        if (ids.length === 0) return;
        log({ name: 'ledger-rejected-sent-again', properties: { scans: ids.length, builds } });
        onReturned(ids);
      } catch (cause) {
        lookedFor.delete(domain);
        log({ name: 'ledger-retry-failed', cause });
      }
    },
  };
}
