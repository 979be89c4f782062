import type { LogDatabase } from '../store/log-database.ts';
import { CONFLICTS, LOG } from '../store/log-shape.ts';
import type { ConflictRow, SealedRow } from '../store/rows.ts';
import { toPromise } from '../store/transact.ts';
import { forgetPerson, hasSameParts } from './forget-person.ts';

/** From when on rows are deleted, and visitors forgotten: epoch milliseconds of the server's clock. */
export interface SweepLimits {
  /** Scans claimed before are deleted, if they are settled. */
  readonly deleteBefore: number;
  /** Visitors of scans claimed before are forgotten, if the scans are settled. */
  readonly forgetBefore: number;
  /** As are those of scans claimed after: a clock was ahead, and their age is not known. @default none */
  readonly forgetAfter?: number;
  /** The offset of the device's clock today. @default 0 */
  readonly offsetMs?: number;
}

/** What was done to the log. */
export interface SweptLog {
  /** Number of scans. */
  readonly deleted: number;
  /** Number of scans whose visitor is forgotten. */
  readonly forgotten: number;
}

/** How many rows one step reads: the page draws in between. */
const AT_ONCE = 100;

/** The highest UUID: no row comes after it. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Whether server and device agree on a scan: nothing of it waits or is in quarantine. */
const isSettled = ({ sync, undo }: SealedRow) => sync === 'sent' && undo?.sync !== 'waiting';

/**
 * Deletes old settled scans of all domains, and forgets the visitors of younger ones, except where a person still has to
 * look at a conflict. What the server does not have stays as it is.
 * Only the rows behind `after` and up to `until` are read: UUIDv7.
 */
export async function sweepLog(
  database: Pick<LogDatabase, 'read' | 'write' | 'keys'>,
  {
    deleteBefore,
    forgetBefore,
    forgetAfter = Number.POSITIVE_INFINITY,
    offsetMs = 0,
    after: first = '',
    until,
  }: SweepLimits & { readonly after?: string; readonly until: string },
): Promise<SweptLog> {
  const { read, write, keys } = database;
  const conflicts = await read([CONFLICTS], (tx) => toPromise<ConflictRow[]>(tx.objectStore(CONFLICTS).getAll()));
  const open = new Set(conflicts.map(({ scanId }) => scanId));
  let [deleted, forgotten, after] = [0, 0, first];
  while (after < until) {
    const range = IDBKeyRange.bound(after, until, true);
    const rows = await read([LOG], (tx) => toPromise<SealedRow[]>(tx.objectStore(LOG).getAll(range, AT_ONCE)));
    const settled = rows.filter(isSettled);
    const happenedAt = (row: SealedRow) => likelyTime(row, { offsetMs, latest: forgetAfter });
    deleted += await deleteRows(
      write,
      settled.filter((row) => happenedAt(row) < deleteBefore),
    );
    const isOld = (at: number) => at >= deleteBefore && (at < forgetBefore || at > forgetAfter);
    const personal = settled.filter((row) => isOld(happenedAt(row)) && !row.isForgotten && !open.has(row.id));
    forgotten += await forgetRows({ write, keys }, personal);
    after = rows.length < AT_ONCE ? until : (rows.at(-1)?.id ?? until);
  }
  return { deleted, forgotten };
}

/**
 * When a scan happened. A clock that was set right, before the claim or after it, leaves two offsets: the claim's and today's.
 * Of the times that are possible the later one counts: nothing young is deleted.
 * @param latest a time after it is not possible yet
 */
function likelyTime(
  { claimedAt, offsetMs: ofClaim }: SealedRow,
  { offsetMs, latest }: { readonly offsetMs: number; readonly latest: number },
): number {
  const times = [claimedAt + offsetMs, claimedAt + (ofClaim ?? offsetMs)];
  const possible = times.filter((time) => time <= latest);
  return possible.length > 0 ? Math.max(...possible) : Math.min(...times);
}

function deleteRows(write: LogDatabase['write'], rows: readonly SealedRow[]): Promise<number> {
  if (rows.length === 0) return Promise.resolve(0);
  return write([LOG, CONFLICTS], async (tx) => {
    const log = tx.objectStore(LOG);
    const now = await Promise.all(rows.map(({ id }) => toPromise<SealedRow | undefined>(log.get(id))));
    // A scan may have been offered again, or undone, meanwhile.
    const gone = new Set(now.flatMap((row) => (row && isSettled(row) ? [row.id] : [])));
    for (const id of gone) log.delete(id);
    const conflicts = (await toPromise(tx.objectStore(CONFLICTS).getAll())) as ConflictRow[];
    for (const { id, scanId } of conflicts) if (gone.has(scanId)) tx.objectStore(CONFLICTS).delete(id);
    return gone.size;
  });
}

/** Forgets the visitors of these rows. Returns of how many. */
export async function forgetRows(
  { write, keys }: Pick<LogDatabase, 'write' | 'keys'>,
  rows: readonly SealedRow[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const sealer = await keys();
  const parts = await Promise.all(rows.map((row) => forgetPerson(sealer, row)));
  return write([LOG], async (tx) => {
    const log = tx.objectStore(LOG);
    const now = await Promise.all(rows.map(({ id }) => toPromise<SealedRow | undefined>(log.get(id))));
    let count = 0;
    for (const [index, row] of rows.entries()) {
      const current = now[index];
      // Another tab has changed it meanwhile: the next sweep comes to it.
      if (!current || current.sync !== row.sync || !hasSameParts(current, row)) continue;
      log.put({ ...current, ...parts[index] });
      count += 1;
    }
    return count;
  });
}
