import type { ApiOutcome, ConflictRecord } from '@scantix/api-contract';
import type { Clock } from './clock.ts';
import type { LedgerConflict, LedgerOwner, ScanTransport } from './scan-ledger.ts';
import type { ScanStore, Settlement } from './scan-store.ts';
import { callInTime } from './sender/call-in-time.ts';

export interface ConflictsOptions {
  readonly store: ScanStore;
  readonly transport: Pick<ScanTransport, 'listConflicts' | 'acknowledgeConflict'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
}

/** What is open between devices and server, as this device has heard of it. */
export interface Conflicts {
  /** Keeps those that came with answers. */
  keep(domain: string, settlements: readonly Settlement[]): Promise<void>;
  /** Asks the server which are open. Returns whether it answered. */
  refresh(signal: AbortSignal): Promise<boolean>;
  /** Tells the server that somebody has seen to one. Returns whether it heard, or why not. */
  acknowledge(id: string, signal: AbortSignal): Promise<ApiOutcome<unknown>>;
}

/** How long a call that a person waits for may take. */
export const CALL_TIMEOUT_MS = 15_000;

export function createConflicts({ store, transport, owner, clock }: ConflictsOptions): Conflicts {
  const timing = { clock, timeoutMs: CALL_TIMEOUT_MS };
  return {
    async keep(domain, settlements) {
      const open = settlements.flatMap(({ id, conflict, receivedAt }): LedgerConflict[] => {
        if (!conflict || conflict.acknowledged_at) return [];
        const withScan = conflict.with_scan_id ? { withScanId: conflict.with_scan_id } : {};
        return [{ id: conflict.id, scanId: id, ...withScan, kind: conflict.kind, createdAt: receivedAt }];
      });
      if (open.length > 0) await store.putConflicts(domain, open, { now: clock.now() });
    },

    async refresh(signal) {
      const domain = owner()?.domain;
      if (domain === undefined) return true;
      const since = clock.now();
      const outcome = await callInTime((its) => transport.listConflicts({ signal: its }), { ...timing, signal });
      if (!outcome.ok || owner()?.domain !== domain) return outcome.ok;
      await store.putConflicts(domain, outcome.value.map(toLedgerConflict), { now: clock.now(), since });
      return true;
    },

    async acknowledge(id, signal) {
      const outcome = await callInTime((its) => transport.acknowledgeConflict(id, { signal: its }), {
        ...timing,
        signal,
      });
      // A storage that fails here forgets it with the next refresh.
      if (outcome.ok) await store.removeConflict(id).catch(() => {});
      return outcome;
    },
  };
}

function toLedgerConflict({ id, scan_id, with_scan_id, kind, created_at }: ConflictRecord): LedgerConflict {
  return { id, scanId: scan_id, ...(with_scan_id ? { withScanId: with_scan_id } : {}), kind, createdAt: created_at };
}
