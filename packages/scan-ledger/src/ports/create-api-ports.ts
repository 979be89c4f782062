import { type ApiClient, acknowledgeConflict, listConflicts, postScans, undoScan } from '@scantix/api-contract';
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
        const page = await api.call(listConflicts, { query: { open: 'true' }, signal });
        if (!page.ok) return page;
        const { items, next_cursor } = page.value;
        return { ...page, value: { items, hasMore: next_cursor !== undefined } };
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
