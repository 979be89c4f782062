import type { ScanStore } from '../ports/scan-store.ts';
import type { LogDatabase } from './log-database.ts';
import { BY_DOMAIN, beginningWith, CONFLICTS } from './log-shape.ts';
import type { ConflictRow } from './rows.ts';
import { openConflict, sealConflict } from './sent-rows.ts';
import { toPromise } from './transact.ts';

/** Creates the conflict store over the database. */
export function createConflictRows({
  read,
  write,
  keys,
}: LogDatabase): Pick<ScanStore, 'putConflicts' | 'listConflicts' | 'removeConflict'> {
  const ofDomain = (tx: IDBTransaction, domain: string) =>
    toPromise<ConflictRow[]>(tx.objectStore(CONFLICTS).index(BY_DOMAIN).getAll(beginningWith(domain)));
  return {
    async putConflicts(domain, conflicts, { now, since, from = '' }) {
      const sealer = await keys();
      const rows = await Promise.all(
        conflicts.map(async (conflict): Promise<ConflictRow> => {
          const { id, scanId } = conflict;
          return { id, domain, scanId, keptAt: now, conflict: await sealConflict(sealer, conflict) };
        }),
      );
      const open = new Set(rows.map(({ id }) => id));
      await write([CONFLICTS], async (tx) => {
        const store = tx.objectStore(CONFLICTS);
        for (const row of rows) store.put(row);
        if (since === undefined) return;
        for (const row of await ofDomain(tx, domain)) {
          if (row.id >= from && !open.has(row.id) && isOutdated(row, { now, since })) store.delete(row.id);
        }
      });
    },

    async listConflicts(domain) {
      const rows = await read([CONFLICTS], (tx) => ofDomain(tx, domain));
      const sealer = await keys();
      const conflicts = await Promise.all(rows.map((row) => openConflict(sealer, row)));
      return conflicts.filter((conflict) => conflict !== null).reverse();
    },

    removeConflict: (id) => write([CONFLICTS], async (tx) => void tx.objectStore(CONFLICTS).delete(id)),
  };
}

/** Tabs read one clock at slightly different moments. */
const SKEW_MS = 60_000;

/** Whether a conflict that the server does not list was saved before it was asked, or under a clock that was set back since. */
export const isOutdated = ({ keptAt }: Pick<ConflictRow, 'keptAt'>, { now, since }: { now: number; since: number }) =>
  keptAt < since || keptAt > now + SKEW_MS;
