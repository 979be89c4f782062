import {
  type ApiClient,
  acknowledgeConflict,
  type ConflictRecord,
  listConflicts,
  postScans,
  undoScan,
} from '@scantix/api-contract';
import type { ScanTransport, TicketsSource } from './server.ts';

/**
 * Creates the ledger's ports over the contract's own client.
 *
 * @example
 * const ledger = createScanLedger({ ...createApiPorts(api), owner, deviceId });
 */
export function createApiPorts(api: ApiClient): { readonly transport: ScanTransport; readonly tickets: TicketsSource } {
  return {
    transport: {
      send: (scans, { signal }) => api.call(postScans, { body: { scans }, signal }),
      undo: (id, body, { signal }) => api.call(undoScan, { params: { id }, body, signal }),
      async listConflicts({ signal }) {
        const items: ConflictRecord[] = [];
        for (let cursor: string | undefined; ; ) {
          const query = { open: 'true' as const, ...(cursor === undefined ? {} : { cursor }) };
          const page = await api.call(listConflicts, { query, signal });
          if (!page.ok) return page;
          items.push(...page.value.items);
          cursor = page.value.next_cursor;
          if (cursor === undefined) return { ...page, value: items };
        }
      },
      acknowledgeConflict: (id, { signal }) => api.call(acknowledgeConflict, { params: { id }, signal }),
    },
    tickets: {
      async fetchPage({ checkpointId, cursor }, { signal }) {
        const { getSnapshot } = await import('@scantix/api-contract/snapshot');
        const query = { checkpoint: checkpointId, ...(cursor === null ? {} : { cursor }) };
        return api.call(getSnapshot, { query, signal });
      },
      async fetchSegment({ checkpointId, segment: { sha256 } }, { signal }) {
        const { getSnapshotSegment } = await import('@scantix/api-contract/snapshot');
        return api.call(getSnapshotSegment, { params: { sha256 }, query: { checkpoint: checkpointId }, signal });
      },
    },
  };
}
