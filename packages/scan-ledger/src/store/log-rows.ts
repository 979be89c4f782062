import type { LedgerScan } from '../model/ledger-scan.ts';
import { TALLIES } from '../model/tally.ts';
import type { ScanQuery } from '../ports/log-store.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import type { LaterRows } from './later-rows.ts';
import type { LogDatabase } from './log-database.ts';
import { ROW_FORMAT, showIn } from './log-row.ts';
import { BY_DOMAIN, BY_SYNC, BY_TALLY, beginningWith, LOG, OUTBOX, UNDOS } from './log-shape.ts';
import { type OutboxRow, openRow, type SealedRow, sealScan, sealShown, type WaitingUndoRow } from './rows.ts';
import { toPromise } from './transact.ts';

type LogRows = Pick<ScanStore, 'add' | 'get' | 'newestId' | 'list' | 'tally' | 'saveShownVerdict'>;

/** What leases a scan with its record. */
type Leasing = LaterRows['leasing'];

/**
 * Creates the log store over the database.
 * @param leasing returns what leases scans, if it is loaded: no record waits for that
 */
export function createLogRows({ read, writeDurably, keys }: LogDatabase, leasing: () => Leasing | null): LogRows {
  async function openAll(rows: readonly SealedRow[]) {
    const opener = await keys();
    const scans = await Promise.all(rows.map((row) => openRow(opener, row)));
    return scans.filter((scan) => scan !== null);
  }

  const getRow = (id: string) => read([LOG], (tx) => toPromise<SealedRow | undefined>(tx.objectStore(LOG).get(id)));

  async function get(id: string) {
    const row = await getRow(id);
    return row ? openRow(await keys(), row) : null;
  }

  return {
    async add(scan, domain, request = null) {
      const device = await keys();
      const code = await device.codeOf(scan.barcode);
      const row: SealedRow = {
        format: ROW_FORMAT,
        id: scan.id,
        domain,
        code,
        sync: 'waiting',
        claimedAt: Date.parse(scan.claimed_at),
        ...(scan.clock_offset_ms !== undefined && { offsetMs: scan.clock_offset_ms }),
        tally: 'undecided',
        byDevice: false,
        scan: await sealScan(device, scan),
        shown: null,
        answer: null,
        undo: null,
      };
      const waiting: OutboxRow = { id: scan.id, domain, code, lease: null };
      const lease = request && leasing();
      let isLeasing = false;
      const write = (leased: boolean) =>
        writeDurably([LOG, OUTBOX], async (tx) => {
          // `put`, since the write before a lost connection may have been committed.
          await Promise.all([toPromise(tx.objectStore(LOG).put(row)), toPromise(tx.objectStore(OUTBOX).put(waiting))]);
          if (!leased || !lease) return null;
          isLeasing = true;
          const chain = await lease.leaseChainIn(tx, row, request);
          isLeasing = false;
          return chain;
        });
      const chain = await write(true).catch((cause) => {
        // An earlier scan that cannot be read must not stop this one.
        if (!isLeasing) throw cause;
        return write(false);
      });
      return lease && chain && { steps: lease.openChain(device, chain) };
    },

    get,

    newestId: () =>
      read([LOG, UNDOS], async (tx) => {
        const log = tx.objectStore(LOG);
        const last = await toPromise(log.openKeyCursor(null, 'prev'));
        // Undos have ids of their own, in the rows of their scans; only those that wait have an order to keep.
        const undos = (await toPromise(tx.objectStore(UNDOS).getAll())) as WaitingUndoRow[];
        const rows = await Promise.all(undos.map(({ scanId }) => toPromise<SealedRow | undefined>(log.get(scanId))));
        const ids = [last?.key as string | undefined, ...rows.map((row) => row?.undo?.id)];
        return ids.reduce<string | null>((newest, id) => (id && id > (newest ?? '') ? id : newest), null);
      }),

    async list(query) {
      const scans: LedgerScan[] = [];
      let next = query;
      for (;;) {
        const rows = await read([LOG], (tx) => readNewest(tx.objectStore(LOG), next));
        scans.push(...(await openAll(rows)));
        // A scan that cannot be read must not end the log: a page with fewer scans than asked for is its last.
        const [missing, last] = [query.limit - scans.length, rows.at(-1)];
        if (missing === 0 || rows.length < next.limit || !last) return scans;
        next = { ...query, limit: missing, before: last.id };
      }
    },

    tally: ({ domain, since, until }) =>
      read([LOG], async (tx) => {
        const index = tx.objectStore(LOG).index(BY_TALLY);
        const counts = TALLIES.map(async (tally) => {
          const range = IDBKeyRange.bound([domain, tally, since], [domain, tally, until], false, true);
          return [tally, await toPromise(index.count(range))] as const;
        });
        return Object.fromEntries(await Promise.all(counts)) as Awaited<ReturnType<ScanStore['tally']>>;
      }),

    async saveShownVerdict(id, verdict) {
      const part = await sealShown(await keys(), id, verdict);
      const saved = await writeDurably([LOG], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(id))) as SealedRow | undefined;
        const next = row ? showIn(row, verdict, part) : null;
        if (next) await toPromise(tx.objectStore(LOG).put(next));
        return next !== null;
      });
      return saved ? verdict : ((await get(id))?.verdict ?? null);
    },
  };
}

function readNewest(log: IDBObjectStore, { domain, limit, before, sync }: ScanQuery): Promise<SealedRow[]> {
  const parts = sync ? [domain, sync] : [domain];
  const range =
    before === undefined ? beginningWith(...parts) : IDBKeyRange.bound(parts, [...parts, before], false, true);
  return new Promise((resolve, reject) => {
    const rows: SealedRow[] = [];
    const request = log.index(sync ? BY_SYNC : BY_DOMAIN).openCursor(range, 'prev');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor || rows.length >= limit) return resolve(rows);
      rows.push(cursor.value as SealedRow);
      cursor.continue();
    };
  });
}
