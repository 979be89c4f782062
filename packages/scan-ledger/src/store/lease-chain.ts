import { MAX_SCANS_PER_CALL } from '@scantix/api-contract';
import type { ChainStep, LeaseRequest } from '../ports/outbox-store.ts';
import { chainLease, isFree } from './is-free.ts';
import { BY_CODE, BY_DOMAIN, beginningWith, LOG, OUTBOX, UNDOS } from './log-shape.ts';
import { openToSend } from './open-to-send.ts';
import { type OutboxRow, openUndo, type SealedRow, type WaitingUndoRow } from './rows.ts';
import type { Sealer } from './sealer.ts';
import { chainOf, type WaitingEvent } from './settle-row.ts';
import { toPromise } from './transact.ts';

/** The most scans of a barcode that are read with all that was settled. Without tickets a code may have thousands. */
const MOST_READ = 21;
/** The most scans of the outbox that are read instead. */
const MOST_WAITING = 1_000;

/**
 * Leases a scan that waits, with all earlier scans of its barcode that wait; `null` where another tab sends it, or,
 * without `waits`, the barcode has more than `MOST_READ` scans.
 * @param waits the rows of the barcode up to this scan, as `readWaiting` returns them; read here where there are few
 */
export async function leaseChainIn(
  tx: IDBTransaction,
  row: SealedRow,
  request: LeaseRequest,
  waits?: readonly SealedRow[],
): Promise<WaitingEvent<SealedRow>[] | null> {
  const { id } = row;
  const outbox = tx.objectStore(OUTBOX);
  const ofCode = waits ?? (await readFew(tx, row));
  if (!ofCode) return null;
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

async function readFew(tx: IDBTransaction, { id, domain, code }: SealedRow): Promise<SealedRow[] | null> {
  const ofCode = tx.objectStore(LOG).index(BY_CODE);
  const upToThis = IDBKeyRange.bound([domain, code], [domain, code, id]);
  const keys = await toPromise(ofCode.getAllKeys(upToThis, MOST_READ + 1));
  return keys.length > MOST_READ ? null : toPromise<SealedRow[]>(ofCode.getAll(upToThis));
}

/**
 * Reads the scans of a barcode up to this one; where they are many, of these only what waits. `null` where more waits
 * than one call takes, or too much of other barcodes before it.
 */
export async function readWaiting(tx: IDBTransaction, row: SealedRow): Promise<SealedRow[] | null> {
  const few = await readFew(tx, row);
  if (few) return few;
  const { id, domain, code } = row;
  const [log, outbox, undos] = [tx.objectStore(LOG), tx.objectStore(OUTBOX), tx.objectStore(UNDOS)];
  const upToThis = IDBKeyRange.bound([domain], [domain, id]);
  const before = await toPromise<OutboxRow[]>(outbox.index(BY_DOMAIN).getAll(upToThis, MOST_WAITING + 1));
  const scans = before.filter((waiting) => waiting.code === code);
  // It would wait for several calls, and each scan after it for the same ones.
  if (before.length > MOST_WAITING || scans.length > MAX_SCANS_PER_CALL) return null;
  const undone = await toPromise<WaitingUndoRow[]>(undos.index(BY_DOMAIN).getAll(beginningWith(domain)));
  const ids = new Set([...scans.map((waiting) => waiting.id), ...undone.map(({ scanId }) => scanId)]);
  const rows = await Promise.all([...ids].map((each) => toPromise<SealedRow | undefined>(log.get(each))));
  return rows.flatMap((each) => (each && each.code === code && each.id <= id ? [each] : []));
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
