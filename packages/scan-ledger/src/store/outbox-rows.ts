import type { Verdict } from '@scantix/api-contract';
import type { OutboxStore } from '../ports/outbox-store.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import { isFree } from './is-free.ts';
import { leaseChainIn, openChain, readWaiting } from './lease-chain.ts';
import type { LogDatabase } from './log-database.ts';
import { BY_DOMAIN, beginningWith, LOG, OUTBOX, UNDOS } from './log-shape.ts';
import { openToSend } from './open-to-send.ts';
import type { RecoveryRows } from './recovery-rows.ts';
import type { OutboxRow, SealedRow, WaitingUndoRow } from './rows.ts';
import { sealAnswer } from './sent-rows.ts';
import { comesAfterUndo, requeueIn, settleIn } from './settle-row.ts';
import { toPromise } from './transact.ts';

type OutboxRows = Pick<ScanStore, Exclude<keyof OutboxStore, keyof RecoveryRows | 'count'>>;

/** Creates the outbox store over the database. */
export function createOutboxRows({ read, write, writeDurably, keys }: LogDatabase): OutboxRows {
  return {
    waiting: ({ domain, limit }) =>
      read([OUTBOX, UNDOS, LOG], async (tx) => {
        const ours = beginningWith(domain);
        const undos = await toPromise<WaitingUndoRow[]>(tx.objectStore(UNDOS).index(BY_DOMAIN).getAll(ours));
        const undone = await Promise.all(
          undos.map(({ scanId }) => toPromise<SealedRow | undefined>(tx.objectStore(LOG).get(scanId))),
        );
        const outbox = tx.objectStore(OUTBOX).index(BY_DOMAIN);
        const ready: OutboxRow[] = [];
        // Page by page: thousands may wait, and few of them behind an undo.
        for (let after = ''; ; ) {
          const rest = IDBKeyRange.bound([domain, after], [domain, []], true);
          const rows = await toPromise<OutboxRow[]>(outbox.getAll(rest, limit));
          ready.push(...rows.filter((row) => !comesAfterUndo(row, undone)));
          if (rows.length < limit || ready.length >= limit) return ready.slice(0, limit);
          after = rows.at(-1)?.id ?? '';
        }
      }),

    async lease(ids, request) {
      const rows = await write([OUTBOX, LOG], async (tx) => {
        const outbox = tx.objectStore(OUTBOX);
        const leased = await Promise.all(
          ids.map(async (id) => {
            const waiting = (await toPromise(outbox.get(id))) as OutboxRow | undefined;
            if (!waiting || !isFree(waiting.lease, request)) return null;
            outbox.put({ ...waiting, lease: { holder: request.holder, until: request.until } });
            return { id, row: (await toPromise(tx.objectStore(LOG).get(id))) as SealedRow | undefined };
          }),
        );
        return leased.filter((scan) => scan !== null);
      });
      const opener = await keys();
      // A power cut can leave the second half of a record: Chromium syncs the file alone in which the record ends.
      return Promise.all(rows.map(async ({ id, row }) => ({ id, scan: row ? await openToSend(opener, row) : null })));
    },

    async leaseChain(id, request) {
      const found = await write([OUTBOX, LOG, UNDOS], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(id))) as SealedRow | undefined;
        if (row && row.domain !== request.domain) return 'foreign';
        if (row?.sync !== 'waiting' || row.shown || row.answer) return 'gone';
        const waits = await readWaiting(tx, row);
        return waits ? ((await leaseChainIn(tx, row, request, waits)) ?? 'busy') : 'behind';
      });
      return typeof found === 'string'
        ? { kind: found }
        : { kind: 'leased', steps: await openChain(await keys(), found) };
    },

    release: (ids, holder) =>
      write([OUTBOX], async (tx) => {
        const outbox = tx.objectStore(OUTBOX);
        await Promise.all(
          ids.map(async (id) => {
            const waiting = (await toPromise(outbox.get(id))) as OutboxRow | undefined;
            if (waiting?.lease?.holder === holder) await toPromise(outbox.put({ ...waiting, lease: null }));
          }),
        );
      }),

    leasedUntil: () =>
      read([OUTBOX], async (tx) => {
        const rows = (await toPromise(tx.objectStore(OUTBOX).getAll())) as OutboxRow[];
        return rows.reduce<number | null>(
          (latest, { lease }) => (lease ? Math.max(latest ?? 0, lease.until) : latest),
          null,
        );
      }),

    async settle(settlements) {
      const writer = await keys();
      const answers = await Promise.all(
        settlements.map(async (settlement) => ({ settlement, part: await sealAnswer(writer, settlement) })),
      );
      return write([LOG, OUTBOX], async (tx) => {
        const log = tx.objectStore(LOG);
        const verdicts = new Map<string, Verdict>();
        await Promise.all(
          answers.map(async ({ settlement, part }) => {
            const row = (await toPromise(log.get(settlement.id))) as SealedRow | undefined;
            const next = row ? settleIn(row, settlement, part) : null;
            if (next) await toPromise(log.put(next));
            if (next || row?.sync !== 'waiting') await toPromise(tx.objectStore(OUTBOX).delete(settlement.id));
            const isValid = next?.answer === part && !next.byDevice;
            if (isValid && settlement.verdict) verdicts.set(settlement.id, settlement.verdict);
          }),
        );
        return verdicts;
      });
    },

    requeue: (id) =>
      writeDurably([LOG, OUTBOX], async (tx) => {
        const row = (await toPromise(tx.objectStore(LOG).get(id))) as SealedRow | undefined;
        const next = row ? requeueIn(row) : null;
        if (!next) return false;
        const waiting: OutboxRow = { id, domain: next.domain, code: next.code, lease: null };
        await Promise.all([toPromise(tx.objectStore(LOG).put(next)), toPromise(tx.objectStore(OUTBOX).put(waiting))]);
        return true;
      }),
  };
}
