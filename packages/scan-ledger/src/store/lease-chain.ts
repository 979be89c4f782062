import type { ChainStep, LeaseRequest } from '../ports/outbox-store.ts';
import { chainLease, isFree } from './is-free.ts';
import { BY_CODE, LOG, OUTBOX } from './log-shape.ts';
import { openToSend } from './open-to-send.ts';
import { type OutboxRow, openUndo, type SealedRow } from './rows.ts';
import type { Sealer } from './sealer.ts';
import { chainOf, type WaitingEvent } from './settle-row.ts';
import { toPromise } from './transact.ts';

/**
 * Leases a scan that waits, with all earlier scans of its barcode that wait; `null` where another tab sends it, or the
 * barcode has more than `most` scans.
 */
export async function leaseChainIn(
  tx: IDBTransaction,
  { id, domain, code }: SealedRow,
  request: LeaseRequest,
  most = Number.POSITIVE_INFINITY,
): Promise<WaitingEvent<SealedRow>[] | null> {
  const [log, outbox] = [tx.objectStore(LOG), tx.objectStore(OUTBOX)];
  const upToThis = IDBKeyRange.bound([domain, code], [domain, code, id]);
  const count = Number.isFinite(most) ? most + 1 : undefined;
  const ofCode = (await toPromise(log.index(BY_CODE).getAll(upToThis, count))) as SealedRow[];
  if (ofCode.length > most) return null;
  const chain = chainOf(ofCode, id);
  // The scan of an undo is settled, or in the chain itself.
  const waiting = await Promise.all(chain.map(({ row }) => toPromise<OutboxRow | undefined>(outbox.get(row.id))));
  if (waiting.some((each) => each?.id === id && !isFree(each.lease, request))) return null;
  for (const each of waiting) {
    const lease = each && chainLease(each.lease, request, each.id === id);
    if (lease) outbox.put({ ...each, lease });
  }
  return chain;
}

/** Opens what a chain sends. */
export function openChain(sealer: Sealer, chain: readonly WaitingEvent<SealedRow>[]): Promise<ChainStep[]> {
  const steps = chain.map(
    async ({ kind, row }): Promise<ChainStep> =>
      kind === 'scan'
        ? { kind, id: row.id, scan: await openToSend(sealer, row) }
        : { kind, scanId: row.id, undo: await openUndo(sealer, row) },
  );
  return Promise.all(steps);
}
