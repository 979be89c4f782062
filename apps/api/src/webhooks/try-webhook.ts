import type { testWebhook } from '@scantix/api-contract/admin';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Answer } from '../http/implement.ts';
import type { WebhookId, WebhooksParts } from './administer-webhooks.ts';
import { createMessageSender } from './send-message.ts';
import { signForWebhook } from './sign-for-webhook.ts';
import { findWebhook } from './webhook-rows.ts';

/** Sends a `webhook.test` at once, past the outbox. The audit log knows, and what came of it. */
export async function tryWebhook(
  { db, clock, newId, secrets, webhooksToPrivate = false }: WebhooksParts,
  id: WebhookId,
  by: Pick<AuditEvent, 'actor' | 'address'>,
): Promise<Answer<typeof testWebhook>> {
  const hook = await findWebhook(db, id);
  const now = clock.now();
  const message = { type: 'webhook.test', id: newId(), sequence: 0, data: 'null', created_at: new Date(now) };
  const outgoing = signForWebhook(hook, message, { key: secrets.webhookKey, now });
  const record = (detail: Record<string, unknown>) =>
    recordAudit(db, {
      ...{ action: 'webhook.tested', domainId: id.domainId, actor: by.actor, address: by.address },
      ...{ target: { kind: 'webhook', id: id.id }, detail },
    });
  if (!outgoing) {
    await record({ ok: false, reason: 'unreadable_secret' });
    return { ok: false, error: 'AUTH_SECRET has changed: rotate the secret' };
  }
  const sender = createMessageSender({ allowPrivate: webhooksToPrivate });
  try {
    const attempt = await sender.send(outgoing);
    const answered = attempt.kind === 'failed' ? undefined : attempt.status;
    const ok = answered !== undefined && answered >= 200 && answered < 300;
    await record({ ok, status: answered });
    return attempt.kind === 'failed' ? { ok, error: attempt.error } : { ok, status: attempt.status };
  } finally {
    sender.stop();
  }
}
