import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { createClerkPace } from '../http/clerk-limits.ts';
import {
  createWebhook,
  deleteWebhook,
  retryDeliveries,
  rotateWebhook,
  setWebhookDisabled,
  type WebhooksParts,
} from '../webhooks/administer-webhooks.ts';
import { readDeliveries } from '../webhooks/read-deliveries.ts';
import { tryWebhook } from '../webhooks/try-webhook.ts';
import { findWebhook, selectWebhooks, webhookOf } from '../webhooks/webhook-rows.ts';
import type { AdminDomain } from './find-domain.ts';
import { type AdminCallParts, implementDomainCall } from './implement-admin-call.ts';

/** Mounts the calls on webhooks. */
export function mountWebhooks(app: Hono<AppEnv>, parts: AdminCallParts & WebhooksParts): void {
  const { db, clock } = parts;
  const named = ({ domain, params }: { domain: AdminDomain; params: { webhook: string } }) => ({
    domainId: domain.id,
    id: params.webhook,
  });
  implementDomainCall(app, contract.listWebhooks, parts, async ({ domain }) => ({
    items: (await selectWebhooks(db, domain.id).execute()).map(webhookOf),
  }));
  implementDomainCall(app, contract.createWebhook, parts, ({ domain, body, ...by }) =>
    createWebhook(parts, domain.id, body, by),
  );
  implementDomainCall(app, contract.showWebhook, parts, async (call) => webhookOf(await findWebhook(db, named(call))));
  implementDomainCall(app, contract.changeWebhook, parts, (call) =>
    setWebhookDisabled(parts, named(call), call.body.disabled, call),
  );
  implementDomainCall(app, contract.rotateWebhook, parts, (call) => rotateWebhook(parts, named(call), call));
  implementDomainCall(app, contract.deleteWebhook, parts, (call) => deleteWebhook(parts, named(call), call));
  implementDomainCall(app, contract.listWebhookDeliveries, parts, (call) =>
    readDeliveries(db, named(call), call.query),
  );
  implementDomainCall(app, contract.retryWebhookDeliveries, parts, (call) => retryDeliveries(parts, named(call), call));
  // Each is a request to a server of the manager's choice, and a line of the audit log.
  const tests = createClerkPace({ clock, burst: 10, drainMs: 6_000, message: 'Too many tests: wait a moment' });
  implementDomainCall(app, contract.testWebhook, parts, (call) => {
    if (call.actor.kind === 'clerk') tests.take(call.actor.id);
    return tryWebhook(parts, named(call), call);
  });
}
