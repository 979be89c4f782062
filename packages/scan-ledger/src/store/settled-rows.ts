import type { ScanStore } from '../ports/scan-store.ts';
import type { LogDatabase } from './log-database.ts';
import { isEffective } from './log-row.ts';
import { BY_CODE, BY_SYNC, beginningWith, CONFLICTS, LOG } from './log-shape.ts';
import { type ConflictRow, openRow, type SealedRow } from './rows.ts';
import { toPromise } from './transact.ts';

/** Creates the part of the log store that deciding on the device and trimming need. */
export function createSettledRows({ read, write, keys }: LogDatabase): Pick<ScanStore, 'listEffective' | 'trim'> {
  return {
    async listEffective({ domain, barcode }) {
      const device = await keys();
      const code = await device.codeOf(barcode);
      const rows = await read([LOG], (tx) =>
        toPromise<SealedRow[]>(tx.objectStore(LOG).index(BY_CODE).getAll(beginningWith(domain, code))),
      );
      const scans = await Promise.all(rows.filter(isEffective).map((row) => openRow(device, row)));
      return scans.filter((scan) => scan !== null);
    },

    trim: ({ domain, keepNewest, keepSince, limit }) =>
      write([LOG, CONFLICTS], async (tx) => {
        const sent = tx.objectStore(LOG).index(BY_SYNC);
        const range = beginningWith(domain, 'sent');
        const excess = (await toPromise(sent.count(range))) - keepNewest;
        if (excess <= 0) return 0;
        const conflicts = (await toPromise(tx.objectStore(CONFLICTS).getAll())) as ConflictRow[];
        const open = new Set(conflicts.map(({ scanId }) => scanId));
        const oldest = (await toPromise(sent.getAll(range, Math.min(excess, limit)))) as SealedRow[];
        const gone = oldest.filter(
          ({ id, claimedAt, undo }) => claimedAt < keepSince && undo?.sync !== 'waiting' && !open.has(id),
        );
        for (const { id } of gone) tx.objectStore(LOG).delete(id);
        return gone.length;
      }),
  };
}
