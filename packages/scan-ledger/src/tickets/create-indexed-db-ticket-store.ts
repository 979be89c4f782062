import {
  addRow,
  EMPTY_SUM,
  formatDigest,
  importSnapshotKey,
  type SnapshotManifest,
  type SnapshotRow,
  type SnapshotSum,
  subtractRow,
  ticketKey,
} from '@scantix/api-contract/snapshot';
import type { PageContext, TicketSet, TicketStore } from '../ports/ticket-store.ts';
import { createConnection } from '../store/connection.ts';
import type { LogDatabaseOptions } from '../store/log-database.ts';
import { toPromise, transact } from '../store/transact.ts';
import { type Block, BUCKETS, bucketOf, compact, findRow, findRows, toBlocks } from './block.ts';
import { ticketDatabase } from './delete-tickets.ts';
import { allOf, BLOCKS, SETS, ticketShape } from './ticket-shape.ts';

/** A set as it is stored. */
interface StoredSet extends TicketSet {
  /** The first part of the keys of its blocks. */
  readonly generation: number;
  /** The number of the next block. */
  readonly nextBlock: number;
  readonly key: CryptoKey;
}

/** How many buckets one transaction compacts; lookups and updates run in between. */
const BUCKETS_AT_ONCE = 16;

/** A bucket with more blocks is compacted. */
const MAX_BLOCKS_IN_BUCKET = 16;

/** Creates the store of tickets in an IndexedDB of their own: large and replaceable, apart from the scans. */
export function createIndexedDbTicketStore({ databaseName, ...options }: LogDatabaseOptions): TicketStore {
  const connection = createConnection({ ...options, name: ticketDatabase(databaseName), shape: ticketShape });
  const read = <T>(body: (tx: IDBTransaction) => Promise<T>) =>
    connection.run((database) => transact(database, [SETS, BLOCKS], { mode: 'readonly' }, body));
  const write = <T>(body: (tx: IDBTransaction) => Promise<T>) =>
    connection.run((database) => transact(database, [SETS, BLOCKS], { mode: 'readwrite' }, body));

  /** Returns the set that the page continues; `null` where there is none. */
  async function setFor(tx: IDBTransaction, manifest: SnapshotManifest, context: PageContext, key: CryptoKey) {
    const { whole, arriving } = await readSets(tx);
    if (manifest.from_start) {
      const generation = Math.max(whole?.generation ?? 0, arriving?.generation ?? 0) + 1;
      if (arriving) tx.objectStore(BLOCKS).delete(allOf(arriving.generation));
      return newSet(manifest, context, generation, key);
    }
    const follows = (set: StoredSet | null) =>
      set?.domain === context.domain && set.snapshotId === manifest.snapshot_id && set.cursor === context.cursor;
    return follows(arriving) ? arriving : follows(whole) ? whole : null;
  }

  /** Sums up the rows of a first download, bucket by bucket, and compacts each bucket. */
  async function addUp(set: StoredSet): Promise<SnapshotSum> {
    let sum = EMPTY_SUM;
    for (let from = 0; from < BUCKETS; from += BUCKETS_AT_ONCE) {
      await write(async (tx) => {
        for (let bucket = from; bucket < from + BUCKETS_AT_ONCE; bucket += 1) {
          for (const row of await compactBucket(tx, set.generation, bucket)) sum = addRow(sum, row);
        }
      });
    }
    return sum;
  }

  /** Makes a set the complete one if it equals the server's; else deletes it. */
  const finish = (set: StoredSet, manifest: SnapshotManifest, { now }: PageContext) =>
    write(async (tx) => {
      const { whole, arriving } = await readSets(tx);
      const held = [arriving, whole].find((other) => other?.generation === set.generation);
      if (held?.cursor !== set.cursor) return 'overtaken';
      const fits = set.sum?.count === manifest.count && formatDigest(set.sum) === manifest.digest;
      const sets = tx.objectStore(SETS);
      const dropped = fits ? whole : set;
      if (dropped && (!fits || dropped.generation !== set.generation)) {
        tx.objectStore(BLOCKS).delete(allOf(dropped.generation));
      }
      if (!fits) {
        sets.delete(held === arriving ? 'arriving' : 'whole');
        return 'corrupt';
      }
      sets.put({ ...set, generatedAt: manifest.generated_at, receivedAt: now }, 'whole');
      if (held === arriving) sets.delete('arriving');
      return 'applied';
    });

  return {
    close: () => connection.close(),

    async read(domain) {
      const { whole, arriving } = await read(readSets);
      return {
        whole: whole?.domain === domain ? whole : null,
        arriving: arriving?.domain === domain ? arriving : null,
      };
    },

    async apply({ manifest, rows }, context) {
      const key = await importSnapshotKey(bytesOf(manifest.snapshot_key));
      // A page that is the whole set is saved compact: it need not be read again.
      const all = manifest.from_start && manifest.complete ? presentRows(rows) : null;
      const blocks = toBlocks(all ?? rows);
      const set = await write(async (tx) => {
        const before = await setFor(tx, manifest, context, key);
        if (!before) return null;
        const { generation } = before;
        let { sum, nextBlock } = before;
        for (const [bucket, { block, rows: added }] of blocks) {
          tx.objectStore(BLOCKS).put(block, [generation, bucket, nextBlock]);
          nextBlock += 1;
          if (!sum) continue;
          const held = await readBucket(tx, generation, bucket);
          sum = replaceRows(sum, held.slice(0, -1), added);
          if (held.length > MAX_BLOCKS_IN_BUCKET) await compactBucket(tx, generation, bucket);
        }
        const after: StoredSet = {
          ...before,
          ...{ sum, nextBlock, cursor: manifest.cursor, ticketing: manifest.ticketing },
          // An earlier page may have brought rows of a later format.
          rowFormat: Math.max(before.rowFormat ?? 1, manifest.row_format ?? 1),
          rows: before.rows + rows.length,
          expectedCount: manifest.count,
        };
        tx.objectStore(SETS).put(after, sum ? 'whole' : 'arriving');
        return after;
      });
      if (!set) return 'overtaken';
      if (!manifest.complete) return 'applied';
      const sum = set.sum ?? all?.reduce(addRow, EMPTY_SUM) ?? (await addUp(set));
      return finish({ ...set, sum }, manifest, context);
    },

    dropArriving: () =>
      write(async (tx) => {
        const { arriving } = await readSets(tx);
        if (!arriving) return;
        tx.objectStore(BLOCKS).delete(allOf(arriving.generation));
        tx.objectStore(SETS).delete('arriving');
      }),

    async find(domain, barcode) {
      for (;;) {
        const { whole } = await read(readSets);
        if (whole?.domain !== domain) return { kind: 'no-tickets' };
        const key = await ticketKey(whole.key, barcode);
        const found = await read(async (tx) => {
          const now = (await readSets(tx)).whole;
          // Replaced while the key was derived: the new set may have another key.
          if (now?.generation !== whole.generation) return 'replaced';
          return findRow(await readBucket(tx, whole.generation, bucketOf(key)), key);
        });
        if (found === 'replaced') continue;
        const sealed = found?.sealed ?? null;
        if (!found || sealed === null) return { kind: 'missing', set: whole };
        return { kind: 'found', row: { ...found, sealed }, set: whole };
      }
    },
  };
}

function newSet(manifest: SnapshotManifest, { domain }: PageContext, generation: number, key: CryptoKey): StoredSet {
  return {
    domain,
    snapshotId: manifest.snapshot_id,
    ticketing: manifest.ticketing,
    cursor: manifest.cursor,
    sum: null,
    rows: 0,
    expectedCount: manifest.count,
    generatedAt: manifest.generated_at,
    receivedAt: 0,
    generation,
    nextBlock: 0,
    key,
  };
}

/** The newest row of each key, without removed ones. */
function presentRows(rows: readonly SnapshotRow[]): Extract<SnapshotRow, { sealed: string }>[] {
  return [...new Map(rows.map((row) => [row.key, row])).values()].filter((row) => 'sealed' in row);
}

/** Returns the sum after added rows replaced those in the blocks. */
function replaceRows(sum: SnapshotSum, blocks: readonly Block[], added: readonly SnapshotRow[]): SnapshotSum {
  const keys = [...new Set(added.map(({ key }) => key))];
  const replaced = findRows(blocks, keys).filter(({ sealed }) => sealed !== null);
  return presentRows(added).reduce(addRow, replaced.reduce(subtractRow, sum));
}

async function readSets(tx: IDBTransaction): Promise<{ whole: StoredSet | null; arriving: StoredSet | null }> {
  const sets = tx.objectStore(SETS);
  const [whole, arriving] = await Promise.all([toPromise(sets.get('whole')), toPromise(sets.get('arriving'))]);
  return { whole: whole ?? null, arriving: arriving ?? null };
}

const allIn = (generation: number, bucket: number) => IDBKeyRange.bound([generation, bucket], [generation, bucket, []]);

function readBucket(tx: IDBTransaction, generation: number, bucket: number): Promise<Block[]> {
  return toPromise<Block[]>(tx.objectStore(BLOCKS).getAll(allIn(generation, bucket)));
}

async function compactBucket(tx: IDBTransaction, generation: number, bucket: number) {
  const { block, rows } = compact(await readBucket(tx, generation, bucket));
  tx.objectStore(BLOCKS).delete(allIn(generation, bucket));
  if (rows.length > 0) tx.objectStore(BLOCKS).put(block, [generation, bucket, 0]);
  return rows;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
