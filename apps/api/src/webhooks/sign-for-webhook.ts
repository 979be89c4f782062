import { WEBHOOK_VERSION, type WebhookMessage } from '@scantix/api-contract/admin';
import type { DueMessage, LeasedWebhook } from './lease-webhook.ts';
import type { OutgoingMessage } from './send-message.ts';
import { openSecret, signatureHeaders } from './webhook-secrets.ts';

type Hook = Pick<LeasedWebhook, 'id' | 'domain_id' | 'url' | 'secret' | 'old_secret' | 'old_secret_until'>;

/** Every secret of a webhook that holds, the newest first; none: they were sealed under another `AUTH_SECRET`. */
export function secretsOf(
  { id, secret, old_secret, old_secret_until }: Omit<Hook, 'domain_id' | 'url'>,
  { key, now }: { key: Uint8Array; now: number },
): string[] {
  const old = old_secret_until && old_secret_until.getTime() > now ? old_secret : null;
  return [secret, old].flatMap((sealed) => (sealed && openSecret(sealed, { key, webhookId: id })?.split(' ')) || []);
}

/**
 * A message as it goes out now, signed by every secret that holds; `null`: the secrets were sealed under another
 * `AUTH_SECRET`.
 */
export function signForWebhook(
  hook: Hook,
  message: Pick<DueMessage, 'type' | 'id' | 'sequence' | 'data' | 'created_at'>,
  { key, now }: { key: Uint8Array; now: number },
): OutgoingMessage | null {
  const secrets = secretsOf(hook, { key, now });
  if (secrets.length === 0) return null;
  const body = JSON.stringify({
    type: message.type as WebhookMessage['type'],
    version: WEBHOOK_VERSION,
    timestamp: message.created_at.toISOString(),
    sequence: Number(message.sequence),
    domain: { id: hook.domain_id },
    data: JSON.parse(message.data),
  } satisfies WebhookMessage);
  // The signed text has dots between its parts, so the id has none.
  const id = `${message.type.replace('.', '_')}_${message.id}`;
  return { url: hook.url, body, headers: signatureHeaders({ id, body }, { secrets, at: now }) };
}
