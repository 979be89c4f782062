import type { LedgerLog } from '../ports/ledger-log.ts';
import type { OutboxStore } from '../ports/outbox-store.ts';

/** Options of createRetryRejected. */
export interface RetryRejectedOptions {
  readonly store: Pick<OutboxStore, 'retryRejected'>;
  /** The build of the app; '' where it has none. */
  readonly build: string;
  /** Called with the ids of scans that are in the outbox again. */
  readonly onRetried: (ids: string[]) => void;
  readonly log: LedgerLog;
}

/** Sends what a server did not understand again once another build of it, or of the app, may. */
export interface RetryRejected {
  /** Notes the build of the server that has answered. Never rejects. */
  answered(domain: string, serverBuild: string | null): Promise<void>;
  /** Returns the builds of app and server that talk now. */
  builds(): string;
}

/** Creates the retry, before any answer. */
export function createRetryRejected({ store, build, onRetried, log }: RetryRejectedOptions): RetryRejected {
  let builds = `${build}/`;
  /** What each domain's quarantine was last looked through for. */
  const lookedFor = new Map<string, string>();
  return {
    builds: () => builds,
    async answered(domain, serverBuild) {
      builds = `${build}/${serverBuild ?? ''}`;
      if (lookedFor.get(domain) === builds) return;
      lookedFor.set(domain, builds);
      try {
        const ids = await store.retryRejected({ domain, builds });
        if (ids.length === 0) return;
        log({ name: 'ledger-rejected-sent-again', properties: { scans: ids.length, builds } });
        onRetried(ids);
      } catch (cause) {
        lookedFor.delete(domain);
        log({ name: 'ledger-retry-failed', cause });
      }
    },
  };
}
