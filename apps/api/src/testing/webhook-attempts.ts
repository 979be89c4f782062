import type { Endpoint } from '@scantix/api-contract';
import * as admin from '@scantix/api-contract/admin';
import type { Attempt, AttemptParts } from './call-attempts.ts';

const url = 'https://shop.example/hook';

/** A webhook of the target, made past the calls. */
async function makeWebhook({ server, things }: AttemptParts): Promise<{ domain: string; webhook: string }> {
  const webhook = server.newId();
  await server.db
    .insertInto('webhooks')
    .values({
      ...{ domain_id: things.domainId, id: webhook, url, events: [], holder_data: false, secret: Buffer.from('none') },
      created_at: new Date(server.clock.now()),
    })
    .execute();
  return { domain: things.domainId, webhook };
}

const onWebhook = (endpoint: Endpoint, body?: unknown): Attempt => ({
  names: true,
  async try(parts) {
    const params = await makeWebhook(parts);
    const { domain, webhook } = params;
    const said = await parts.send(endpoint, { params, ...(body === undefined ? {} : { body }) });
    const { db } = parts.server;
    await db.deleteFrom('webhooks').where('domain_id', '=', domain).where('id', '=', webhook).execute();
    return said;
  },
});

/** One attempt of every call on webhooks. */
export const WEBHOOK_ATTEMPTS: Readonly<Record<string, Attempt>> = {
  listWebhooks: {
    names: true,
    try: ({ send, things }) => send(admin.listWebhooks, { params: { domain: things.domainId } }),
  },
  createWebhook: {
    names: true,
    async try({ send, server, things }) {
      const said = await send(admin.createWebhook, { params: { domain: things.domainId }, body: { url } });
      await server.db.deleteFrom('webhooks').execute();
      return said;
    },
  },
  showWebhook: onWebhook(admin.showWebhook),
  changeWebhook: onWebhook(admin.changeWebhook, { disabled: true }),
  rotateWebhook: onWebhook(admin.rotateWebhook),
  deleteWebhook: onWebhook(admin.deleteWebhook),
  listWebhookDeliveries: onWebhook(admin.listWebhookDeliveries),
  retryWebhookDeliveries: onWebhook(admin.retryWebhookDeliveries),
  testWebhook: onWebhook(admin.testWebhook),
};
