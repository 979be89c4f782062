import type { ScanStore } from '../ports/scan-store.ts';
import type { LogDatabase } from './log-database.ts';
import { isEffective } from './log-row.ts';
import { BY_CODE, beginningWith, LOG } from './log-shape.ts';
import { openRow, type SealedRow } from './rows.ts';
import { toPromise } from './transact.ts';

/** Creates the part of the log store that deciding on the device needs. */
export function createSettledRows({ read, keys }: LogDatabase): Pick<ScanStore, 'listEffective'> {
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
  };
}
