import type { ConflictRecord, ScanMode } from '@scantix/api-contract';
import type { LedgerConflict } from '../model/ledger-conflict.ts';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { Settlement } from '../model/settlement.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConflictStore } from '../ports/conflict-store.ts';
import type { ScanTransport } from '../ports/server.ts';
import { CALL_TIMEOUT_MS, callInTime } from '../timing/call-in-time.ts';

/** Options of createConflicts. */
export interface ConflictsOptions {
  readonly store: Pick<ConflictStore, 'putConflicts' | 'removeConflict'>;
  readonly transport: Pick<ScanTransport, 'listConflicts'>;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Clock;
  /** Called with each list: whether more conflicts are open than this device knows. */
  readonly onMore: (hasMore: boolean) => void;
}

/** The newest open conflicts: a device shows that there are some, and Reports shows all. */
export interface Conflicts {
  /** Saves the conflicts of these answers. */
  save(domain: string, settlements: readonly Settlement[]): Promise<void>;
  /** Fetches the newest open conflicts; where the server does not answer, those known before stay. */
  refresh(signal: AbortSignal): Promise<void>;
  /** Removes one that somebody has acknowledged; a list that is under way may still have it. */
  remove(id: string): Promise<void>;
}

/** Creates the list of open conflicts over its storage. */
export function createConflicts({ store, transport, owner, clock, onMore }: ConflictsOptions): Conflicts {
  const timing = { clock, timeoutMs: CALL_TIMEOUT_MS };
  const removed = new Set<string>();
  return {
    async save(domain, settlements) {
      const open = settlements.flatMap(({ id, conflict, verdict, receivedAt }) =>
        conflict && !conflict.acknowledged_at
          ? ledgerConflict({ ...conflict, scan_id: id, created_at: receivedAt }, verdict?.mode)
          : [],
      );
      if (open.length > 0) await store.putConflicts(domain, open, { now: clock.now() });
    },

    async refresh(signal) {
      const domain = owner()?.domain;
      if (domain === undefined) return;
      const since = clock.now();
      removed.clear();
      const call = (callSignal: AbortSignal) => transport.listConflicts({ signal: callSignal });
      const outcome = await callInTime(call, { ...timing, signal });
      if (!outcome.ok || owner()?.domain !== domain) return;
      const { items, hasMore } = outcome.value;
      const ids = items.map(({ id }) => id).sort();
      const open = items.filter(({ id }) => !removed.has(id)).map((item) => ledgerConflict(item, item.scan.mode));
      // Those older than a full page stay: their visitors are kept while they are open. Ids sort by time.
      await store.putConflicts(domain, open, { now: clock.now(), since, from: hasMore ? ids[0] : '' });
      onMore(hasMore);
    },

    remove(id) {
      removed.add(id);
      return store.removeConflict(id);
    },
  };
}

function ledgerConflict(
  {
    id,
    scan_id: scanId,
    with_scan_id: withScanId,
    kind,
    created_at: createdAt,
  }: Pick<ConflictRecord, 'id' | 'scan_id' | 'with_scan_id' | 'kind' | 'created_at'>,
  mode: ScanMode | undefined,
): LedgerConflict {
  return { id, scanId, withScanId, mode, kind, createdAt };
}
