import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { GIVE_UP_AFTER_MS, KEEP_DELIVERED_MS, KEEP_GIVEN_UP_MS } from './retry-plan.ts';

const DAY_MS = 86_400_000;
/** Messages that one statement changes: one for all of them may take longer than it is given. */
const SWEPT_AT_ONCE = 5_000;

/** Gives up what has waited too long, deletes what was kept long enough. */
export async function sweepWebhooks({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = (ageMs: number) => new Date(now - ageMs);
  const giveUp = sql`update webhook_deliveries set state = 'given_up', finished_at = ${new Date(now)}`;
  const remove = sql`delete from webhook_deliveries`;
  const steps = [
    [giveUp, sql`state = 'waiting' and waiting_since < ${before(GIVE_UP_AFTER_MS + DAY_MS)}`],
    [remove, sql`state = 'delivered' and finished_at < ${before(KEEP_DELIVERED_MS)}`],
    [remove, sql`state = 'given_up' and finished_at < ${before(KEEP_GIVEN_UP_MS)}`],
  ] as const;
  for (const { domain_id, id } of await db.selectFrom('webhooks').select(['domain_id', 'id']).execute()) {
    const ofHook = sql`domain_id = ${domain_id} and webhook_id = ${id}`;
    for (const [change, which] of steps) await sweep(db, change, { ofHook, which });
  }
}

/** Every process sweeps: each passes over the messages of another one's statement. */
async function sweep(
  db: Database,
  change: RawBuilder<unknown>,
  { ofHook, which }: { ofHook: RawBuilder<unknown>; which: RawBuilder<unknown> },
): Promise<void> {
  for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE; ) {
    // An array, for the index: a planner without statistics reads all messages for a list of them.
    const { numAffectedRows } = await sql`
      ${change} where ${ofHook} and sequence = any(array(
        select sequence from webhook_deliveries where ${ofHook} and ${which}
        limit ${SWEPT_AT_ONCE} for update skip locked
      ))`.execute(db);
    swept = Number(numAffectedRows ?? 0);
  }
}
