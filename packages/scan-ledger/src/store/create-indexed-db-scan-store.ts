import type { Clock } from '../clock.ts';
import type { ScanStore } from '../scan-store.ts';
import { createConnection } from './connection.ts';
import { isFree } from './is-free.ts';
import { BY_DOMAIN, BY_SYNC, KEYS, LOG, OUTBOX } from './open-database.ts';
import { type LogRow, type OutboxRow, openRow, openScan, sealAnswer, sealScan, sealShown } from './rows.ts';
import { createSealer, generateSealingKey, type Sealer } from './sealer.ts';
import { toPromise, transact } from './transact.ts';
import { withDeadline } from './with-deadline.ts';

export interface IndexedDbScanStoreOptions {
  readonly indexedDB: IDBFactory | undefined;
  readonly clock: Clock;
  readonly databaseName: string;
  /** How long opening, and writing a scan, may take. */
  readonly deadlineMs: number;
}

/** Scans in IndexedDB: log, outbox and the key that seals both. */
export function createIndexedDbScanStore(options: IndexedDbScanStoreOptions): ScanStore {
  const { indexedDB, clock, databaseName, deadlineMs } = options;
  const connection = createConnection({ indexedDB, name: databaseName, clock, deadlineMs });
  let sealer: Promise<Sealer> | null = null;

  function getSealer(): Promise<Sealer> {
    sealer ??= loadSealer().catch((cause) => {
      sealer = null;
      throw cause;
    });
    return sealer;
  }

  async function loadSealer(): Promise<Sealer> {
    const kept = await connection.run((database) =>
      transact(database, [KEYS], { mode: 'readonly' }, (tx) => toPromise(tx.objectStore(KEYS).get('sealing'))),
    );
    if (kept) return createSealer(kept as CryptoKey);
    // Made beforehand: nothing but requests may be awaited inside a transaction. The first tab to write wins.
    return connection.run(async (database) => {
      const made = await generateSealingKey();
      return transact(database, [KEYS], { mode: 'readwrite', durability: 'strict' }, async (tx) => {
        const keys = tx.objectStore(KEYS);
        const first = (await toPromise(keys.get('sealing'))) as CryptoKey | undefined;
        if (!first) await toPromise(keys.put(made, 'sealing'));
        return createSealer(first ?? made);
      });
    });
  }

  const read = <T>(stores: string[], body: (tx: IDBTransaction) => Promise<T>) =>
    connection.run((database) => transact(database, stores, { mode: 'readonly' }, body));
  const write = <T>(stores: string[], body: (tx: IDBTransaction) => Promise<T>) =>
    connection.run((database) => transact(database, stores, { mode: 'readwrite' }, body));

  return {
    async open() {
      await getSealer();
    },

    close: () => connection.close(),

    async add(scan, domain) {
      const sealed = await sealScan(await getSealer(), scan);
      const row: LogRow = {
        id: scan.id,
        domain,
        sync: 'waiting',
        claimedAt: Date.parse(scan.claimed_at),
        scan: sealed,
        shown: null,
        answer: null,
      };
      const waiting: OutboxRow = { id: scan.id, domain, lease: null };
      await withDeadline(clock, deadlineMs, (onBegin) =>
        connection.run((database) =>
          transact(database, [LOG, OUTBOX], { mode: 'readwrite', durability: 'strict', onBegin }, async (tx) => {
            // `put`, since the try before a dropped connection may have come through.
            await Promise.all([
              toPromise(tx.objectStore(LOG).put(row)),
              toPromise(tx.objectStore(OUTBOX).put(waiting)),
            ]);
          }),
        ),
      );
    },

    async get(id) {
      const row = await read([LOG], (tx) => toPromise<LogRow | undefined>(tx.objectStore(LOG).get(id)));
      return row ? openRow(await getSealer(), row) : null;
    },

    async list({ domain, limit }) {
      const rows = await read([LOG], (tx) => readNewest(tx.objectStore(LOG).index(BY_DOMAIN), domain, limit));
      const opener = await getSealer();
      const scans = await Promise.all(rows.map((row) => openRow(opener, row)));
      return scans.filter((scan) => scan !== null);
    },

    waitingIds: ({ domain, limit }) =>
      read([OUTBOX], async (tx) => {
        const index = tx.objectStore(OUTBOX).index(BY_DOMAIN);
        return (await toPromise(index.getAllKeys(ofDomain(domain), limit))) as string[];
      }),

    async lease(ids, request) {
      const rows = await write([OUTBOX, LOG], async (tx) => {
        const outbox = tx.objectStore(OUTBOX);
        const leased = await Promise.all(
          ids.map(async (id) => {
            const waiting = (await toPromise(outbox.get(id))) as OutboxRow | undefined;
            if (!waiting || !isFree(waiting.lease, request)) return null;
            outbox.put({ ...waiting, lease: { holder: request.holder, until: request.until } });
            return (await toPromise(tx.objectStore(LOG).get(id))) as LogRow;
          }),
        );
        return leased.filter((row) => row !== null);
      });
      const opener = await getSealer();
      return Promise.all(rows.map(async (row) => ({ id: row.id, scan: await openScan(opener, row) })));
    },

    release: (ids, holder) =>
      write([OUTBOX], async (tx) => {
        const outbox = tx.objectStore(OUTBOX);
        await Promise.all(
          ids.map(async (id) => {
            const waiting = (await toPromise(outbox.get(id))) as OutboxRow | undefined;
            if (waiting?.lease?.holder === holder) await toPromise(outbox.put({ ...waiting, lease: null }));
          }),
        );
      }),

    leasedUntil: () =>
      read([OUTBOX], async (tx) => {
        const rows = (await toPromise(tx.objectStore(OUTBOX).getAll())) as OutboxRow[];
        return rows.reduce<number | null>(
          (latest, { lease }) => (lease ? Math.max(latest ?? 0, lease.until) : latest),
          null,
        );
      }),

    async settle(settlements) {
      const writer = await getSealer();
      const answers = await Promise.all(
        settlements.map(async (settlement) => ({ ...settlement, answer: await sealAnswer(writer, settlement) })),
      );
      await write([LOG, OUTBOX], async (tx) => {
        const log = tx.objectStore(LOG);
        await Promise.all(
          answers.map(async ({ id, sync, answer }) => {
            const row = (await toPromise(log.get(id))) as LogRow | undefined;
            if (row && row.sync === 'waiting') await toPromise(log.put({ ...row, sync, answer }));
            await toPromise(tx.objectStore(OUTBOX).delete(id));
          }),
        );
      });
    },

    async keepShownVerdict(id, verdict) {
      const shown = await sealShown(await getSealer(), id, verdict);
      await write([LOG], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(id))) as LogRow | undefined;
        if (row && !row.answer) await toPromise(tx.objectStore(LOG).put({ ...row, shown }));
      });
    },

    count: (domain) =>
      read([OUTBOX, LOG], async (tx) => {
        const outbox = tx.objectStore(OUTBOX);
        const all = await toPromise(outbox.count());
        if (domain === null) return { waiting: all, waitingElsewhere: 0, quarantined: 0 };
        const waiting = await toPromise(outbox.index(BY_DOMAIN).count(ofDomain(domain)));
        const quarantine = IDBKeyRange.bound([domain, 'quarantined', ''], [domain, 'quarantined', []]);
        const quarantined = await toPromise(tx.objectStore(LOG).index(BY_SYNC).count(quarantine));
        return { waiting, waitingElsewhere: all - waiting, quarantined };
      }),
  };
}

/** An array sorts after every string, so this holds all ids of a domain. */
function ofDomain(domain: string): IDBKeyRange {
  return IDBKeyRange.bound([domain, ''], [domain, []]);
}

function readNewest(index: IDBIndex, domain: string, limit: number): Promise<LogRow[]> {
  return new Promise((resolve, reject) => {
    const rows: LogRow[] = [];
    const request = index.openCursor(ofDomain(domain), 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || rows.length >= limit) return resolve(rows);
      rows.push(cursor.value as LogRow);
      cursor.continue();
    };
  });
}
