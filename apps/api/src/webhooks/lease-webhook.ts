import { type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { SILENCE_ENDS_ROW_MS } from './retry-plan.ts';

/** A webhook whose turn this process has. */
export type LeasedWebhook = Selectable<Tables['webhooks']>;

/** A message that is due. */
export type DueMessage = Pick<
  Selectable<Tables['webhook_deliveries']>,
  'type' | 'id' | 'sequence' | 'data' | 'created_at' | 'waiting_since' | 'attempts'
>;

/**
 * Takes the turn of a webhook that has something to deliver, for `forMs`. Processes skip each other's; a turn whose process
 * has ended is free when its time is over.
 */
export async function leaseWebhook(
  db: Database,
  { now, forMs, lease }: { now: number; forMs: number; lease: string },
): Promise<LeasedWebhook | undefined> {
  const at = new Date(now);
  const { rows } = await sql<LeasedWebhook>`
    -- Materialized: run once for each row of the update, it would take several turns.
    with due as materialized (
      select hook.domain_id, hook.id from webhooks as hook
      where hook.disabled_at is null
        and (hook.retry_at is null or hook.retry_at <= ${at})
        and (hook.lease_until is null or hook.lease_until <= ${at})
        and exists (
          select from webhook_deliveries as message
          where message.domain_id = hook.domain_id and message.webhook_id = hook.id
            and message.state = 'waiting' and message.next_at <= ${at}
        )
      -- In any order: those that always have something to deliver would keep all turns from the others.
      order by random() limit 1
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

/** The messages of a webhook that are due: new ones first, in their order. */
export function listDueMessages(
  db: Database,
  { domain_id, id }: LeasedWebhook,
  { now, limit }: { now: number; limit: number },
): Promise<DueMessage[]> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['type', 'id', 'sequence', 'data', 'created_at', 'waiting_since', 'attempts'])
    .where('domain_id', '=', domain_id)
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', new Date(now))
    .orderBy('attempts')
    .orderBy('sequence')
    .limit(limit)
    .execute();
}
