import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/tables.ts';
import { lockDomain } from '../domains/lock-domain.ts';
import type { Clock } from '../system/clock.ts';
import { deleteMessages, eraseScans, lockOldestScans } from './erase-scans.ts';

const DAY_MS = 86_400_000;

/** What a sweep needs. */
export interface SweepParts {
  readonly db: Database;
  readonly clock: Clock;
  /** The scans of one transaction: a late verdict or an undo waits for those alone. @default 200 */
  readonly scansAtOnce?: number;
}

/**
 * Takes the holder out of scans, and deletes scans, that are older than their domain keeps them.
 * @throws AggregateError the failures of single domains, after all others are swept
 */
export async function sweepScans({ db, clock, scansAtOnce = 200 }: SweepParts): Promise<void> {
  const before = (days: number) => new Date(clock.now() - days * DAY_MS);
  const failures: unknown[] = [];
  for (const { id, erase_after_days: erase, delete_after_days: remove } of await db
    .selectFrom('domains')
    .select(['id', 'erase_after_days', 'delete_after_days'])
    .execute()) {
    try {
      if (remove) await inSteps(() => deleteSome(db, { domainId: id, before: before(remove), limit: scansAtOnce }));
      if (erase) await inSteps(() => eraseSome(db, { domainId: id, before: before(erase), limit: scansAtOnce }));
    } catch (cause) {
      failures.push(cause);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The scans of some domains could not be swept');
}

interface Step {
  readonly domainId: string;
  readonly before: Date;
  readonly limit: number;
}

/** Calls in between are answered: the embedded database answers without a turn of the event loop. */
async function inSteps(step: () => Promise<boolean>): Promise<void> {
  while (await step()) await setImmediate();
}

/** @returns whether there may be more */
function deleteSome(db: Database, { domainId, before, limit }: Step): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // Of two processes at once one waits: it would take scans that the other one has just deleted for the last ones.
    await lockDomain(trx, domainId);
    const scans = await lockOldestScans(trx, { domainId, from: null, before, limit });
    const ids = scans.map(({ id }) => id);
    if (ids.length === 0) return false;
    await deleteMessages(trx, domainId, ids);
    // A younger scan keeps its conflict with a deleted one until somebody has acknowledged it.
    await trx
      .updateTable('scan_conflicts')
      .set({ with_scan_id: null })
      .where('domain_id', '=', domainId)
      .where('with_scan_id', 'in', ids)
      .execute();
    await trx.deleteFrom('scan_conflicts').where('domain_id', '=', domainId).where('scan_id', 'in', ids).execute();
    await trx.deleteFrom('scan_undos').where('domain_id', '=', domainId).where('scan_id', 'in', ids).execute();
    await trx.deleteFrom('scans').where('domain_id', '=', domainId).where('id', 'in', ids).execute();
    return ids.length >= limit;
  });
}

/** The domain remembers how far it has come. @returns whether there may be more */
function eraseSome(db: Database, { domainId, before, limit }: Step): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const domain = await trx
      .selectFrom('domains')
      .select('erased_until')
      .where('id', '=', domainId)
      // Scans that are recorded refer to the domain.
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!domain) return false;
    const scans = await lockOldestScans(trx, { domainId, from: domain.erased_until, before, limit });
    await eraseScans(trx, domainId, scans);
    const isLast = scans.length < limit;
    const newest = Math.max(...scans.map(({ received_at }) => received_at.getTime()));
    const until = isLast ? before : new Date(newest + 1);
    await trx.updateTable('domains').set({ erased_until: until }).where('id', '=', domainId).execute();
    return !isLast;
  });
}
