import type { ScanStore } from '../ports/scan-store.ts';
import type { LogDatabase } from './log-database.ts';
import { BY_DOMAIN, BY_SYNC, beginningWith, CONFLICTS, LOG, OUTBOX, UNDOS } from './log-shape.ts';
import type { SealedRow, WaitingUndoRow } from './rows.ts';
import { toPromise } from './transact.ts';

/** Creates the counts over the database. */
export function createCountRows({ read }: LogDatabase): Pick<ScanStore, 'count'> {
  return {
    count: (domain) =>
      read([OUTBOX, LOG, UNDOS, CONFLICTS], async (tx) => {
        const ofDomain = (store: string) => tx.objectStore(store).index(BY_DOMAIN);
        const isSignedIn = domain !== null;
        const ours = isSignedIn ? beginningWith(domain) : undefined;
        const waiting = await toPromise(ofDomain(OUTBOX).count(ours));
        const undos = await toPromise<WaitingUndoRow[]>(ofDomain(UNDOS).getAll(ours));
        const log = tx.objectStore(LOG);
        const undone = await Promise.all(undos.map(({ scanId }) => toPromise<SealedRow | undefined>(log.get(scanId))));
        return {
          waiting,
          waitingElsewhere: (await toPromise(ofDomain(OUTBOX).count())) - waiting,
          // Any other undo goes with its scan, which counts already.
          waitingUndos: undone.filter((row) => row?.undo && row.sync === 'sent').length,
          quarantined: isSignedIn ? await toPromise(log.index(BY_SYNC).count(beginningWith(domain, 'quarantined'))) : 0,
          conflicts: isSignedIn ? await toPromise(ofDomain(CONFLICTS).count(ours)) : 0,
        };
      }),
  };
}
