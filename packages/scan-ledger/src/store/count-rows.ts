import type { ScanStore } from '../ports/scan-store.ts';
import type { LogDatabase } from './log-database.ts';
import { BY_DOMAIN, BY_SYNC, beginningWith, CONFLICTS, LOG, OUTBOX, UNDOS } from './log-shape.ts';
import type { WaitingUndoRow } from './rows.ts';
import { toPromise } from './transact.ts';

/** Creates the counts over the database. */
export function createCountRows({ read }: LogDatabase): Pick<ScanStore, 'count'> {
  return {
    count: (domain) =>
      read([OUTBOX, LOG, UNDOS, CONFLICTS], async (tx) => {
        const outbox = tx.objectStore(OUTBOX);
        const all = await toPromise(outbox.count());
        const undos = (await toPromise(tx.objectStore(UNDOS).getAll())) as WaitingUndoRow[];
        if (domain === null) {
          return { waiting: all, waitingElsewhere: 0, waitingUndos: undos.length, quarantined: 0, conflicts: 0 };
        }
        const ours = beginningWith(domain);
        const waiting = await toPromise(outbox.index(BY_DOMAIN).count(ours));
        const quarantine = beginningWith(domain, 'quarantined');
        return {
          waiting,
          waitingElsewhere: all - waiting,
          waitingUndos: undos.filter((undo) => undo.domain === domain).length,
          quarantined: await toPromise(tx.objectStore(LOG).index(BY_SYNC).count(quarantine)),
          conflicts: await toPromise(tx.objectStore(CONFLICTS).index(BY_DOMAIN).count(ours)),
        };
      }),
  };
}
