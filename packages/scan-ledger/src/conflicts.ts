import type { ConflictRecord } from '@scantix/api-contract';
import type { LedgerConflict, LedgerOwner, ScanTransport } from './scan-ledger.ts';
import type { ScanStore, Settlement } from './scan-store.ts';

export interface ConflictsOptions {
  readonly store: ScanStore;
  readonly transport: Pick<ScanTransport, 'listConflicts' | 'acknowledgeConflict'>;
  readonly owner: () => LedgerOwner | null;
  readonly now: () => number;
}

/** What is open between devices and server, as this device has heard of it. */
export function createConflicts({ store, transport, owner, now }: ConflictsOptions) {
  return {
    /** Keeps those that came with answers. */
    async keep(domain: string, settlements: readonly Settlement[]): Promise<void> {
      const open = settlements.flatMap(({ id, conflict, receivedAt }): LedgerConflict[] => {
        if (!conflict || conflict.acknowledged_at) return [];
        const withScan = conflict.with_scan_id ? { withScanId: conflict.with_scan_id } : {};
        return [{ id: conflict.id, scanId: id, ...withScan, kind: conflict.kind, createdAt: receivedAt }];
      });
      if (open.length > 0) await store.putConflicts(domain, open, { now: now() });
    },

    /** Asks the server which are open. Returns whether it answered. */
    async refresh(signal: AbortSignal): Promise<boolean> {
      const domain = owner()?.domain;
      if (domain === undefined) return true;
      const since = now();
      const outcome = await transport.listConflicts({ signal });
      if (!outcome.ok || owner()?.domain !== domain) return outcome.ok;
      await store.putConflicts(domain, outcome.value.map(toLedgerConflict), { now: now(), since });
      return true;
    },

    async acknowledge(id: string, signal: AbortSignal): Promise<boolean> {
      const outcome = await transport.acknowledgeConflict(id, { signal });
      if (outcome.ok) await store.removeConflict(id);
      return outcome.ok;
    },
  };
}

function toLedgerConflict({ id, scan_id, with_scan_id, kind, created_at }: ConflictRecord): LedgerConflict {
  return { id, scanId: scan_id, ...(with_scan_id ? { withScanId: with_scan_id } : {}), kind, createdAt: created_at };
}
