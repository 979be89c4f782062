import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type HookEvent, webhookData } from './webhook-event.ts';

/**
 * Writes the messages of events into the outbox of every webhook that wants them, in one statement and in the order of
 * the events. Part of the transaction of what happened: there is a message for what was recorded, and for nothing else.
 */
export async function insertDeliveries(trx: Database, domainId: string, events: readonly HookEvent[]): Promise<void> {
  const column = (of: (event: HookEvent) => string) => events.map(of);
  const data = (withHolder: boolean) => column((event) => JSON.stringify(webhookData(event, { withHolder })));
  await sql`
    insert into webhook_deliveries (domain_id, webhook_id, type, id, data, created_at, waiting_since, next_at)
    select hook.domain_id, hook.id, event.type, event.id,
      case when hook.holder_data then event.with_holder else event.data end, event.at, event.at, event.at
    from unnest(
      ${column(({ type }) => type)}::text[], ${column(({ id }) => id)}::uuid[],
      ${column(({ at }) => new Date(at).toISOString())}::timestamptz[], ${data(false)}::text[], ${data(true)}::text[]
    ) with ordinality as event (type, id, at, data, with_holder, position)
    join webhooks as hook on hook.domain_id = ${domainId} and hook.disabled_at is null and event.type = any(hook.events)
    order by event.position
    on conflict do nothing`.execute(trx);
}
