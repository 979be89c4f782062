import type { listWebhookDeliveries, WebhookDelivery } from '@scantix/api-contract/admin';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/implement.ts';
import type { WebhookId } from './administer-webhooks.ts';
import { findWebhook } from './webhook-rows.ts';

const PAGE_LENGTH = 100;

/** Reads a page of a webhook's messages, the newest first. The cursor is the sequence number of the last one. */
export async function readDeliveries(
  db: Database,
  hook: WebhookId,
  { state, cursor }: { state?: WebhookDelivery['state'] | undefined; cursor?: string | undefined },
): Promise<Answer<typeof listWebhookDeliveries>> {
  await findWebhook(db, hook);
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) throw new ApiError('invalid_request', 'Invalid cursor');
  let messages = db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('domain_id', '=', hook.domainId)
    .where('webhook_id', '=', hook.id)
    .orderBy('sequence', 'desc')
    .limit(PAGE_LENGTH + 1);
  if (state) messages = messages.where('state', '=', state);
  if (cursor) messages = messages.where('sequence', '<', Number(cursor));
  const rows = await messages.execute();
  const items = rows.slice(0, PAGE_LENGTH).map(
    (row): WebhookDelivery => ({
      ...{ id: row.id, type: row.type, sequence: Number(row.sequence), created_at: row.created_at.toISOString() },
      ...{ state: row.state, attempts: row.attempts },
      ...(row.last_attempt_at && { last_attempt_at: row.last_attempt_at.toISOString() }),
      ...(row.last_status !== null && { last_status: row.last_status }),
      ...(row.last_error !== null && { last_error: row.last_error }),
    }),
  );
  const last = items.at(-1);
  return { items, ...(rows.length > PAGE_LENGTH && last ? { next_cursor: String(last.sequence) } : {}) };
}
