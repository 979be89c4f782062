import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { answered, anyUuid, cursor, storableText, timestamp, uuid } from '../primitives.ts';
import { inDomain } from './domains.ts';
import { WEBHOOK_EVENTS } from './webhook-message.ts';

const inWebhook = z.extend(inDomain, { webhook: uuid });

/** A receiver's address. */
const receiverUrl = z.string().check(z.minLength(1), z.maxLength(2_000), storableText);

/** A webhook: a receiver that is told of what happens in a domain. */
export const adminWebhook = z.object({
  id: anyUuid,
  url: z.string(),
  events: z.array(z.string()),
  /** Whether its messages name the holders of tickets. */
  holder_data: z.boolean(),
  created_at: timestamp,
  disabled_at: z.optional(timestamp),
  /** `by_hand`, `gone` (the receiver answered 410), or `failing` (it took nothing for five days). */
  disabled_because: z.optional(answered(['by_hand', 'gone', 'failing'], 'by_hand')),
  /** Since when the receiver has taken nothing, or has refused everything. */
  failing_since: z.optional(timestamp),
  /** No message that waits is sent to it before this time. */
  retry_at: z.optional(timestamp),
  waiting: z.number(),
  given_up: z.number(),
  /** Until when the secret before the newest one signs too. */
  old_secret_until: z.optional(timestamp),
});
/** A webhook: a receiver that is told of what happens in a domain. */
export type AdminWebhook = z.infer<typeof adminWebhook>;

/** A webhook with its secret, which is told once. */
const withSecret = z.extend(adminWebhook, { secret: z.string() });

/** GET /admin/v0/domains/{domain}/webhooks: the webhooks of a domain. */
export const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/webhooks',
  needs: ['manage'],
  params: inDomain,
  response: z.object({ items: z.array(adminWebhook) }),
});

/**
 * POST /admin/v0/domains/{domain}/webhooks: creates a webhook. Its secret stands in this answer and nowhere else. `conflict`:
 * the domain has one like it that is not disabled, or too many.
 */
export const createWebhook = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/webhooks',
  needs: ['manage'],
  params: inDomain,
  body: z.strictObject({
    url: receiverUrl,
    /** @default all */
    events: z.optional(z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length))),
    /** @default false */
    holder_data: z.optional(z.boolean()),
  }),
  response: withSecret,
});

/** GET /admin/v0/domains/{domain}/webhooks/{webhook} */
export const showWebhook = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}',
  needs: ['manage'],
  params: inWebhook,
  response: adminWebhook,
});

/**
 * POST …/webhooks/{webhook}: disables it, or enables it again and tries what waits at once. `conflict`: another one like it is
 * not disabled.
 */
export const changeWebhook = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}',
  needs: ['manage'],
  params: inWebhook,
  body: z.strictObject({ disabled: z.boolean() }),
  response: adminWebhook,
});

/** POST …/webhooks/{webhook}/rotate: gives it a new secret. The one before signs too for 24 hours. */
export const rotateWebhook = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}/rotate',
  needs: ['manage'],
  params: inWebhook,
  response: withSecret,
});

/** POST …/webhooks/{webhook}/delete: deletes it with its messages. */
export const deleteWebhook = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}/delete',
  needs: ['manage'],
  params: inWebhook,
  response: z.object({ deleted: z.boolean() }),
});

const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const;

/** One message to a webhook's address: its event, and how its delivery went. */
export const webhookDelivery = z.object({
  id: z.string(),
  type: z.string(),
  sequence: z.number(),
  created_at: timestamp,
  state: answered(DELIVERY_STATES, 'waiting'),
  attempts: z.number(),
  last_attempt_at: z.optional(timestamp),
  last_status: z.optional(z.number()),
  last_error: z.optional(z.string()),
});
/** One message to a webhook's address: its event, and how its delivery went. */
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** GET …/webhooks/{webhook}/deliveries: its messages, the newest first, keyset-paged. */
export const listWebhookDeliveries = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}/deliveries',
  needs: ['manage'],
  params: inWebhook,
  query: z.object({ state: z.optional(z.enum(DELIVERY_STATES)), cursor: z.optional(cursor) }),
  response: z.object({ items: z.array(webhookDelivery), next_cursor: z.optional(cursor) }),
});

/** POST …/webhooks/{webhook}/deliveries/retry: tries now what waits or was given up. `conflict`: it is disabled. */
export const retryWebhookDeliveries = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}/deliveries/retry',
  needs: ['manage'],
  params: inWebhook,
  response: z.object({ retried: z.number() }),
});

/** POST …/webhooks/{webhook}/test: sends a `webhook.test` now, past the outbox, and tells what came back. */
export const testWebhook = defineEndpoint({
  method: 'POST',
  path: '/admin/v0/domains/{domain}/webhooks/{webhook}/test',
  needs: ['manage'],
  params: inWebhook,
  response: z.object({
    ok: z.boolean(),
    status: z.optional(z.number()),
    /** Why there was no answer. */
    error: z.optional(z.string()),
  }),
});
