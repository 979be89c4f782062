import type { AdminWebhook } from '@scantix/api-contract/admin';
import { type Selectable, sql } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

/** The webhooks of a domain with how many messages wait and were given up, the oldest first. */
export function selectWebhooks(db: Database, domainId: string) {
  const messages = (state: 'waiting' | 'given_up') => sql<number>`(
    select count(*)::int from webhook_deliveries as message
    where message.domain_id = webhooks.domain_id and message.webhook_id = webhooks.id and message.state = ${state}
  )`;
  return db
    .selectFrom('webhooks')
    .selectAll()
    .select([messages('waiting').as('waiting'), messages('given_up').as('given_up')])
    .where('domain_id', '=', domainId)
    .orderBy('created_at')
    .orderBy('id');
}

/**
 * Finds a webhook of a domain.
 * @throws ApiError `not_found`
 */
export async function findWebhook(
  db: Database,
  { domainId, id }: { domainId: string; id: string },
): Promise<Selectable<Tables['webhooks']> & { waiting: number; given_up: number }> {
  const row = await selectWebhooks(db, domainId).where('id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('not_found', 'There is no such webhook');
  return row;
}

/** A webhook's row on the wire, without its secrets. */
export function webhookOf(row: Awaited<ReturnType<typeof findWebhook>>): AdminWebhook {
  const time = <Name extends string>(name: Name, at: Date | null) => (at ? { [name]: at.toISOString() } : {});
  return {
    ...{ id: row.id, url: row.url, events: row.events, holder_data: row.holder_data },
    created_at: row.created_at.toISOString(),
    ...time('disabled_at', row.disabled_at),
    ...(row.disabled_because && { disabled_because: row.disabled_because as AdminWebhook['disabled_because'] }),
    ...time('failing_since', row.failing_since),
    ...time('retry_at', row.retry_at),
    ...{ waiting: row.waiting, given_up: row.given_up },
    ...time('old_secret_until', row.old_secret_until),
  };
}
