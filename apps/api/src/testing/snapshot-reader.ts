import type { ApiClient } from '@scantix/api-contract';
import type { TicketState } from '@scantix/api-contract/rules';
import {
  addRow,
  EMPTY_SUM,
  formatDigest,
  getSnapshot,
  getSnapshotSegment,
  importSnapshotKey,
  openTicket,
  type SnapshotManifest,
  type SnapshotRow,
  subtractRow,
  ticketKey,
} from '@scantix/api-contract/snapshot';
import { expectValue } from './start-test-server.ts';

/** Reads the snapshot like a device, in memory: folds pages and opens tickets by their barcodes. */
export interface SnapshotReader {
  readonly manifest: SnapshotManifest | null;
  /** How many rows were received. */
  readonly received: number;
  /** How many segments were received. */
  readonly segments: number;
  /** Fetches the next page, and the segments before it. */
  fetchPage(): Promise<SnapshotManifest>;
  /** Fetches all pages. It fails if the result differs from the server's tickets. */
  catchUp(): Promise<void>;
  /** The ticket with this barcode; `null`: the snapshot has none. `snapshotKey`: in base64. @default the manifest's */
  open(barcode: string, options?: { readonly snapshotKey?: string }): Promise<TicketState | null>;
}

export function createSnapshotReader({ api, checkpointId }: { api: ApiClient; checkpointId: string }): SnapshotReader {
  let manifest: SnapshotManifest | null = null;
  let received = 0;
  let sum = EMPTY_SUM;
  let segments = 0;
  let rows = new Map<string, { change: number; sealed: string }>();

  function apply(added: readonly SnapshotRow[]): void {
    for (const row of added) {
      const before = rows.get(row.key);
      if (before) sum = subtractRow(sum, { key: row.key, change: before.change });
      rows.delete(row.key);
      if ('sealed' in row) {
        rows.set(row.key, row);
        sum = addRow(sum, row);
      }
    }
    received += added.length;
  }

  const reader: SnapshotReader = {
    get manifest() {
      return manifest;
    },
    get received() {
      return received;
    },
    get segments() {
      return segments;
    },
    async fetchPage() {
      const query = { checkpoint: checkpointId, ...(manifest ? { cursor: manifest.cursor } : {}) };
      const page = expectValue(await api.call(getSnapshot, { query }));
      if (page.manifest.from_start) {
        rows = new Map();
        sum = EMPTY_SUM;
      }
      for (const { sha256, rows: count } of page.manifest.segments ?? []) {
        const outcome = await api.call(getSnapshotSegment, { params: { sha256 }, query: { checkpoint: checkpointId } });
        const segment = expectValue(outcome);
        if (segment.sha256 !== sha256 || segment.rows.length !== count) throw new Error('Not the segment');
        apply(segment.rows);
        segments += 1;
      }
      apply(page.rows);
      manifest = page.manifest;
      return manifest;
    },
    async catchUp() {
      let page: SnapshotManifest;
      do page = await reader.fetchPage();
      while (!page.complete);
      const held = { count: rows.size, sum: sum.count, digest: formatDigest(sum) };
      const promised = { count: page.count, sum: page.count, digest: page.digest };
      if (JSON.stringify(held) !== JSON.stringify(promised)) {
        throw new Error(`Holds ${JSON.stringify(held)} where the server has ${JSON.stringify(promised)}`);
      }
    },
    async open(barcode, { snapshotKey = manifest?.snapshot_key ?? '' } = {}) {
      const key = await ticketKey(await importSnapshotKey(Buffer.from(snapshotKey, 'base64')), barcode);
      const row = rows.get(key);
      return row ? openTicket(row.sealed, { barcode, key }) : null;
    },
  };
  return reader;
}
