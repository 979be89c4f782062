import { decideByClerk, isForClerk } from '@scantix/api-contract/rules';
import type { ScanStore } from '../ports/scan-store.ts';
import { decideIn } from './decide-row.ts';
import type { LogDatabase } from './log-database.ts';
import { LOG } from './log-shape.ts';
import { openRow, type SealedRow, sealShown } from './rows.ts';
import { toPromise } from './transact.ts';

/** Creates the part of the store that keeps what clerks decide. */
export function createClerkRows({ read, writeDurably, keys }: LogDatabase): Pick<ScanStore, 'saveClerkDecision'> {
  return {
    async saveClerkDecision(id, decision, decidedAt) {
      const device = await keys();
      const found = await read([LOG], (tx) => toPromise<SealedRow | undefined>(tx.objectStore(LOG).get(id)));
      const undecided = found ? ((await openRow(device, found))?.verdict ?? null) : null;
      if (!undecided || !isForClerk(undecided)) return undecided;
      const verdict = decideByClerk(undecided, decision, decidedAt);
      const part = await sealShown(device, id, verdict);
      const saved = await writeDurably([LOG], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(id))) as SealedRow | undefined;
        const next = row ? decideIn(row, verdict, part) : null;
        if (next) await toPromise(tx.objectStore(LOG).put(next));
        return next ?? row;
      });
      return saved ? ((await openRow(device, saved))?.verdict ?? null) : null;
    },
  };
}
