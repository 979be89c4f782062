import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { MAX_DELAY_MS, SILENCE_ENDS_ROW_MS } from './retry-plan.ts';

/** A webhook whose turn this process has. */
export type LeasedWebhook = Selectable<Tables['webhooks']>;

/** A message that is due. */
export type DueMessage = Pick<
  Selectable<Tables['webhook_deliveries']>,
  'type' | 'id' | 'sequence' | 'data' | 'created_at' | 'waiting_since' | 'attempts'
>;

/**
 * Takes the turn of a webhook that has something to deliver, for `forMs`: one of a domain with the fewest turns. Processes
 * skip each other's; a turn whose process has ended is free when its time is over.
 */
export async function leaseWebhook(
  db: Database,
  { now, forMs, lease }: { now: number; forMs: number; lease: string },
): Promise<LeasedWebhook | undefined> {
  const { at, never } = dueTimes(now);
  const isLeased = (hook: 'hook' | 'other') => sql`
    (${sql.ref(`${hook}.lease_until`)} > ${at} and ${sql.ref(`${hook}.lease_until`)} <= ${never})`;
  const hasMessages = (due: RawBuilder<unknown>) => sql`exists (
    select from webhook_deliveries as message
    where message.domain_id = hook.domain_id and message.webhook_id = hook.id and message.state = 'waiting' and ${due}
  )`;
  const { rows } = await sql<LeasedWebhook>`
    -- Materialized: run once for each row of the update, it would take several turns.
    with due as materialized (
      select hook.domain_id, hook.id from webhooks as hook
      where hook.disabled_at is null
        and (hook.retry_at > ${at} and hook.retry_at <= ${never}) is not true
        and ${isLeased('hook')} is not true
        -- Two questions, each for the index.
        and (${hasMessages(sql`next_at <= ${at}`)} or ${hasMessages(sql`next_at > ${never}`)})
      -- The slow receivers of one domain would keep all turns from the other domains. Within a domain in any order: those
      -- that always have something to deliver would keep all turns from the others.
      order by
        (select count(*) from webhooks as other where other.domain_id = hook.domain_id and ${isLeased('other')}), random()
      limit 1
      -- Scans that write messages hold key-share locks, which must not make a webhook look taken.
      for no key update of hook skip locked
    )
    update webhooks set lease = ${lease}, lease_until = ${new Date(now + forMs)}
    from due where webhooks.domain_id = due.domain_id and webhooks.id = due.id
    returning webhooks.*`.execute(db);
  const [hook] = rows;
  // Where there was nothing to ask it for, the failures before say nothing of the time between.
  const isOver = hook?.retry_at && now - hook.retry_at.getTime() > SILENCE_ENDS_ROW_MS;
  return hook && isOver ? { ...hook, failures: 0, failing_since: null } : hook;
}

/** Gives a turn back that is not known to have been taken, or has sent nothing. */
export async function giveBack(db: Database, lease: string): Promise<void> {
  await db.updateTable('webhooks').set({ lease: null, lease_until: null }).where('lease', '=', lease).execute();
}

/** The messages of a webhook that are due: new ones first, in their order. */
export function listDueMessages(
  db: Database,
  { domain_id, id }: LeasedWebhook,
  { now, limit }: { now: number; limit: number },
): Promise<DueMessage[]> {
  const { at, never } = dueTimes(now);
  return db
    .selectFrom('webhook_deliveries')
    .select(['type', 'id', 'sequence', 'data', 'created_at', 'waiting_since', 'attempts'])
    .where('domain_id', '=', domain_id)
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where(({ eb, or }) => or([eb('next_at', '<=', at), eb('next_at', '>', never)]))
    .orderBy('attempts')
    .orderBy('sequence')
    .limit(limit)
    .execute();
}

/** What waits until `at` is due, and so is what waits beyond `never`: no delay is that long, so a clock was ahead. */
const dueTimes = (now: number) => ({ at: new Date(now), never: new Date(now + MAX_DELAY_MS) });
