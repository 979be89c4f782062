import { LOG } from '../store/log-shape.ts';
import type { SealedRow } from '../store/rows.ts';

/** Whether the server does not have all of a scan: it waits, is in quarantine, or its undo waits. */
export const isUnsent = ({ sync, undo }: Pick<SealedRow, 'sync' | 'undo'>) =>
  sync !== 'sent' || undo?.sync === 'waiting';

/** Deletes all rows of the log but those that are to be kept. Returns these. */
export function deleteOthers(tx: IDBTransaction, isKept: (row: SealedRow) => boolean): Promise<SealedRow[]> {
  return new Promise((resolve, reject) => {
    const kept: SealedRow[] = [];
    const request = tx.objectStore(LOG).openCursor();
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return resolve(kept);
      const row = cursor.value as SealedRow;
      if (isKept(row)) kept.push(row);
      else cursor.delete();
      cursor.continue();
    };
  });
}
