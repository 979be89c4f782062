import {
  addRow,
  EMPTY_SUM,
  formatDigest,
  importSnapshotKey,
  type SnapshotRow,
  ticketKey,
} from '@scantix/api-contract/snapshot';
import type { TicketSet, TicketStore } from '../ports/ticket-store.ts';

interface Held {
  readonly set: TicketSet;
  readonly key: CryptoKey;
  readonly tickets: ReadonlyMap<string, Extract<SnapshotRow, { sealed: string }>>;
}

/** Creates a store of tickets in memory. It sums up all rows again with each page. */
export function createMemoryTicketStore(): TicketStore {
  let whole: Held | null = null;
  let arriving: Held | null = null;

  return {
    close() {},
    async read(domain) {
      const ofDomain = (held: Held | null) => (held?.set.domain === domain ? held.set : null);
      return { whole: ofDomain(whole), arriving: ofDomain(arriving) };
    },
    async apply({ manifest, rows }, { domain, cursor, now }) {
      const key = await importSnapshotKey(Uint8Array.from(atob(manifest.snapshot_key), (c) => c.charCodeAt(0)));
      const follows = (held: Held | null) =>
        held?.set.domain === domain && held.set.snapshotId === manifest.snapshot_id && held.set.cursor === cursor;
      const before = manifest.from_start ? null : follows(arriving) ? arriving : follows(whole) ? whole : undefined;
      if (before === undefined) return 'overtaken';
      const tickets = new Map(before?.tickets);
      for (const row of rows) {
        if ('sealed' in row) tickets.set(row.key, row);
        else tickets.delete(row.key);
      }
      const updates = before !== null && before === whole;
      const sum = updates || manifest.complete ? [...tickets.values()].reduce(addRow, EMPTY_SUM) : null;
      const held: Held = {
        key,
        tickets,
        set: {
          domain,
          snapshotId: manifest.snapshot_id,
          ticketing: manifest.ticketing,
          cursor: manifest.cursor,
          sum,
          rows: (before?.set.rows ?? 0) + rows.length,
          expectedCount: manifest.count,
          generatedAt: manifest.complete || !before ? manifest.generated_at : before.set.generatedAt,
          receivedAt: manifest.complete ? now : (before?.set.receivedAt ?? 0),
        },
      };
      const fits = sum?.count === manifest.count && formatDigest(sum) === manifest.digest;
      if (manifest.complete && !fits) {
        if (updates) whole = null;
        else arriving = null;
        return 'corrupt';
      }
      if (updates) whole = held;
      else if (manifest.complete) [whole, arriving] = [held, null];
      else arriving = held;
      return 'applied';
    },
    async dropArriving() {
      arriving = null;
    },
    async find(domain, barcode) {
      const held = whole;
      if (held?.set.domain !== domain) return { kind: 'no-tickets' };
      const key = await ticketKey(held.key, barcode);
      const row = held.tickets.get(key);
      const { set } = held;
      return row ? { kind: 'found', row, set } : { kind: 'missing', set };
    },
  };
}
