import type { testWebhook } from '@scantix/api-contract/admin';
import type { Answer } from '../http/implement.ts';
import type { WebhookId, WebhooksParts } from './administer-webhooks.ts';
import { createMessageSender } from './send-message.ts';
import { signForWebhook } from './sign-for-webhook.ts';
import { findWebhook } from './webhook-rows.ts';

/** Sends a `webhook.test` at once, past the outbox. */
export async function tryWebhook(
  { db, clock, newId, secrets, webhooksToPrivate = false }: WebhooksParts,
  id: WebhookId,
): Promise<Answer<typeof testWebhook>> {
  const hook = await findWebhook(db, id);
  const now = clock.now();
  const message = { type: 'webhook.test', id: newId(), sequence: 0, data: 'null', created_at: new Date(now) };
  const outgoing = signForWebhook(hook, message, { key: secrets.webhookKey, now });
  if (!outgoing) return { ok: false, error: 'AUTH_SECRET has changed: rotate the secret' };
  const sender = createMessageSender({ allowPrivate: webhooksToPrivate });
  try {
    const attempt = await sender.send(outgoing);
    if (attempt.kind === 'failed') return { ok: false, error: attempt.error };
    return { ok: attempt.status >= 200 && attempt.status < 300, status: attempt.status };
  } finally {
    sender.stop();
  }
}
