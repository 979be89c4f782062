import { type LedgerDecisions, MAX_QUARANTINED } from '../model/ledger-conflict.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { CountOptions, ExportOptions, ListOptions } from '../model/log-options.ts';
import type { Tally } from '../model/tally.ts';
import type { ConflictStore } from '../ports/conflict-store.ts';
import type { LogStore } from '../ports/log-store.ts';

/** Options of createLogQueries. */
export interface LogQueriesOptions {
  readonly store: LogStore & ConflictStore;
  readonly owner: () => LedgerOwner | null;
}

/** Creates the queries of the ledger: each sees only the domain of the signed-in clerk. */
export function createLogQueries({ store, owner }: LogQueriesOptions) {
  const domainNow = () => owner()?.domain;
  return {
    async get(id: string, { signal }: { signal?: AbortSignal } = {}): Promise<LedgerScan | null> {
      signal?.throwIfAborted();
      const found = await store.get(id);
      return found && found.domain === domainNow() ? found : null;
    },

    async list({ limit = 50, before, sync, signal }: ListOptions = {}): Promise<LedgerScan[]> {
      signal?.throwIfAborted();
      const domain = domainNow();
      if (domain === undefined) return [];
      return store.list({ domain, limit, ...(before === undefined ? {} : { before }), ...(sync ? { sync } : {}) });
    },

    async count({ since, until = Number.MAX_SAFE_INTEGER, signal }: CountOptions): Promise<Record<Tally, number>> {
      signal?.throwIfAborted();
      return store.tally({ domain: domainNow() ?? '', since, until });
    },

    async listDecisions({ signal }: { signal?: AbortSignal } = {}): Promise<LedgerDecisions> {
      signal?.throwIfAborted();
      const domain = domainNow();
      if (domain === undefined) return { conflicts: [], quarantined: [] };
      return {
        conflicts: await store.listConflicts(domain),
        quarantined: await store.list({ domain, limit: MAX_QUARANTINED, sync: 'quarantined' }),
      };
    },

    async exportScans(how: ExportOptions): Promise<string> {
      const { exportScans } = await import('../export/export-scans.ts');
      return exportScans(store, domainNow() ?? '', how);
    },
  };
}
