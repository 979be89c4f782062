import type { OutboxStore } from '../ports/outbox-store.ts';
import type { LogDatabase } from './log-database.ts';
import { BY_DOMAIN, BY_SYNC, beginningWith, CONFLICTS, LOG, OUTBOX, UNDOS } from './log-shape.ts';
import { isUntried, lostIn, offerIn, retryIn } from './offer-row.ts';
import type { ConflictRow, OutboxRow, SealedRow, WaitingUndoRow } from './rows.ts';
import { rejectionOf, sealOffered } from './sent-rows.ts';
import { toPromise } from './transact.ts';

/** The part of the outbox that brings back what had left it. */
export type RecoveryRows = Pick<OutboxStore, 'offerAgain' | 'retryRejected' | 'moveDomain'>;

/** Creates the recovery over the database. It is loaded when needed. */
export function createRecoveryRows({ read, writeDurably, keys }: LogDatabase): RecoveryRows {
  return {
    async retryRejected({ domain, builds }) {
      const quarantine = beginningWith(domain, 'quarantined');
      const rows = await read([LOG], (tx) =>
        toPromise<SealedRow[]>(tx.objectStore(LOG).index(BY_SYNC).getAll(quarantine)),
      );
      const sealer = await keys();
      const untried = rows.filter((row) => isUntried(row, builds));
      const codes = await Promise.all(untried.map((row) => rejectionOf(sealer, row)));
      const ids = untried.flatMap(({ id }, index) => (codes[index] === 'invalid_request' ? [id] : []));
      if (ids.length === 0) return ids;
      return writeDurably([LOG, OUTBOX], async (tx) => {
        const [log, outbox] = [tx.objectStore(LOG), tx.objectStore(OUTBOX)];
        const retried = await Promise.all(
          ids.map(async (id) => {
            const row = (await toPromise(log.get(id))) as SealedRow | undefined;
            const next = row ? retryIn(row, builds) : null;
            if (!next) return null;
            log.put(next);
            // Its name of now: another tab may have moved it since it was read.
            outbox.put({ id, domain: next.domain, code: next.code, lease: null } satisfies OutboxRow);
            return id;
          }),
        );
        return retried.filter((id) => id !== null);
      });
    },

    async offerAgain({ domain, lost, after, limit }) {
      const rest = IDBKeyRange.bound([domain, 'sent', after], [domain, 'sent', []], true);
      const rows = await read([LOG], (tx) =>
        toPromise<SealedRow[]>(tx.objectStore(LOG).index(BY_SYNC).getAll(rest, limit)),
      );
      const sealer = await keys();
      // Sealed before the transaction, which may await only its requests.
      const parts = await Promise.all(rows.map((row) => lostIn(row, lost) && sealOffered(sealer, row)));
      return writeDurably([LOG, OUTBOX, UNDOS], async (tx) => {
        const [log, outbox, undos] = [tx.objectStore(LOG), tx.objectStore(OUTBOX), tx.objectStore(UNDOS)];
        let offered = 0;
        for (const [index, { id, code }] of rows.entries()) {
          const again = parts[index];
          const sent = again && ((await toPromise(log.get(id))) as SealedRow | undefined);
          const next = again && sent && offerIn(sent, lost, again);
          if (!next) continue;
          log.put(next.row);
          // Its name of now: another tab may have moved it since it was read.
          const { domain: name } = next.row;
          if (next.scan) outbox.put({ id, domain: name, code, lease: null } satisfies OutboxRow);
          if (next.undo) undos.put({ scanId: id, domain: name } satisfies WaitingUndoRow);
          if (next.scan) offered += 1;
        }
        return { offered, last: rows.length < limit ? null : (rows.at(-1)?.id ?? null) };
      });
    },

    moveDomain: ({ from, to, before, limit }) =>
      writeDurably([LOG, OUTBOX, UNDOS, CONFLICTS], async (tx) => {
        const ours = beginningWith(from);
        const scans = before === undefined ? ours : IDBKeyRange.bound([from], [from, before], false, true);
        const rows = await toPromise<SealedRow[]>(tx.objectStore(LOG).index(BY_DOMAIN).getAll(scans, limit));
        const conflicts = await toPromise<ConflictRow[]>(
          tx.objectStore(CONFLICTS).index(BY_DOMAIN).getAll(ours, limit),
        );
        for (const row of conflicts) tx.objectStore(CONFLICTS).put({ ...row, domain: to });
        for (const row of rows) {
          tx.objectStore(LOG).put({ ...row, domain: to });
          for (const store of [tx.objectStore(OUTBOX), tx.objectStore(UNDOS)]) {
            const waiting = (await toPromise(store.get(row.id))) as OutboxRow | WaitingUndoRow | undefined;
            if (waiting) store.put({ ...waiting, domain: to });
          }
        }
        return rows.length + conflicts.length;
      }),
  };
}
