import { addRow, EMPTY_SUM, formatDigest, subtractRow } from '@scantix/api-contract/snapshot';
import type { TicketSet, TicketStore } from '../../src/ports/ticket-store.ts';

const REMOVED = 0;

/**
 * A device's tickets without the tickets: the change number of each key, and the sum. It accepts what IndexedDB would,
 * in a twentieth of the memory, so that one process can be many devices.
 */
export function createDigestStore(): TicketStore {
  let set: TicketSet | null = null;
  let complete = false;
  let changes = createChangeTable(1_024);

  return {
    close() {},
    read: async () => ({ whole: complete ? set : null, arriving: complete ? null : set }),
    async dropArriving() {
      if (!complete) set = null;
    },
    async apply({ manifest, rows }, { domain, cursor, now }) {
      if (manifest.from_start) {
        set = null;
        complete = false;
        changes = createChangeTable(2 * manifest.count);
      } else if (set?.cursor !== cursor || set?.snapshotId !== manifest.snapshot_id) return 'overtaken';
      let sum = set?.sum ?? EMPTY_SUM;
      for (const row of rows) {
        const present = 'sealed' in row;
        const before = changes.replace(row.key, present ? row.change : REMOVED);
        if (before !== REMOVED) sum = subtractRow(sum, { key: row.key, change: before });
        if (present) sum = addRow(sum, row);
      }
      set = {
        ...{ domain, sum, cursor: manifest.cursor, ticketing: manifest.ticketing, receivedAt: now },
        ...{ snapshotId: manifest.snapshot_id, expectedCount: manifest.count, generatedAt: manifest.generated_at },
        rows: (set?.rows ?? 0) + rows.length,
      };
      if (!manifest.complete) return 'applied';
      complete = sum.count === manifest.count && formatDigest(sum) === manifest.digest;
      if (complete) return 'applied';
      set = null;
      return 'corrupt';
    },
    find: async () => ({ kind: 'no-tickets' }),
  };
}

/** Change numbers by the first 48 bits of a key, by open addressing in one array. */
function createChangeTable(expected: number) {
  let slots = 1_024;
  while (slots < expected) slots *= 2;
  let table = new Float64Array(2 * slots);
  let held = 0;

  function place(id: number): number {
    let slot = id % slots;
    while (table[2 * slot] !== 0 && table[2 * slot] !== id) slot = (slot + 1) % slots;
    return 2 * slot;
  }

  function grow(): void {
    const old = table;
    slots *= 2;
    table = new Float64Array(2 * slots);
    for (let at = 0; at < old.length; at += 2) {
      const id = old[at] ?? 0;
      if (id !== 0) table.set([id, old[at + 1] ?? REMOVED], place(id));
    }
  }

  return {
    /** Sets a change number and returns the one before. */
    replace(key: string, change: number): number {
      const id = Buffer.from(key.slice(0, 8), 'base64').readUIntBE(0, 6) + 1;
      let at = place(id);
      if (table[at] === 0) {
        held += 1;
        if (held * 2 > slots) {
          grow();
          at = place(id);
        }
        table[at] = id;
      }
      const before = table[at + 1] ?? REMOVED;
      table[at + 1] = change;
      return before;
    },
  };
}
