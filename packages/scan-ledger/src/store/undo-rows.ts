import type { ScanStore } from '../ports/scan-store.ts';
import type { LogDatabase } from './log-database.ts';
import { BY_CODE, BY_DOMAIN, beginningWith, LOG, UNDOS } from './log-shape.ts';
import { openRow, openUndo, type SealedRow, type WaitingUndoRow } from './rows.ts';
import { sealUndo, sealUndoAnswer } from './sent-rows.ts';
import { isUndoable, isUndoReady, settleUndoIn, undoIn } from './settle-row.ts';
import { toPromise } from './transact.ts';

/** Creates the undo store over the database. */
export function createUndoRows({
  read,
  write,
  writeDurably,
  keys,
}: LogDatabase): Pick<ScanStore, 'addUndo' | 'waitingUndos' | 'settleUndo'> {
  return {
    async addUndo(scanId, undo, now) {
      const device = await keys();
      const part = await sealUndo(device, scanId, undo);
      const saved = await writeDurably([LOG, UNDOS], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(scanId))) as SealedRow | undefined;
        if (!row || !isUndoable(row, now)) return row;
        const next = undoIn(row, undo.id, part);
        const waiting: WaitingUndoRow = { scanId, domain: row.domain };
        await Promise.all([toPromise(tx.objectStore(LOG).put(next)), toPromise(tx.objectStore(UNDOS).put(waiting))]);
        return next;
      });
      return saved ? ((await openRow(device, saved))?.undo ?? null) : null;
    },

    async waitingUndos({ domain, limit }) {
      const rows = await read([UNDOS, LOG], async (tx) => {
        const waiting = await toPromise(tx.objectStore(UNDOS).index(BY_DOMAIN).getAll(beginningWith(domain)));
        const log = tx.objectStore(LOG);
        const ready: SealedRow[] = [];
        for (const { scanId } of waiting as WaitingUndoRow[]) {
          if (ready.length === limit) break;
          const row = (await toPromise(log.get(scanId))) as SealedRow | undefined;
          if (!row) continue;
          const ofCode = await toPromise(log.index(BY_CODE).getAll(beginningWith(domain, row.code)));
          if (isUndoReady(row, ofCode)) ready.push(row);
        }
        return ready;
      });
      const opener = await keys();
      return Promise.all(rows.map(async (row) => ({ scanId: row.id, undo: await openUndo(opener, row) })));
    },

    async settleUndo(settlement) {
      const { scanId } = settlement;
      const part = await sealUndoAnswer(await keys(), settlement);
      await write([LOG, UNDOS], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(scanId))) as SealedRow | undefined;
        const next = row ? settleUndoIn(row, settlement, part) : null;
        if (next) await toPromise(tx.objectStore(LOG).put(next));
        const undo = (next ?? row)?.undo;
        if (undo?.sync !== 'waiting') await toPromise(tx.objectStore(UNDOS).delete(scanId));
      });
    },
  };
}
