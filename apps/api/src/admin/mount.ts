import type { Hono } from 'hono';
import type { DomainsParts } from '../domains/administer-domains.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { WebhooksParts } from '../webhooks/administer-webhooks.ts';
import { mountDevicesAndSessions } from './devices.ts';
import { mountDomains } from './domains.ts';
import { type AdminTicketsCallParts, mountAdminTickets } from './tickets.ts';
import { mountWebhooks } from './webhooks.ts';

/** Mounts the administration: `/admin/v0/…`. */
export function mountAdmin(app: Hono<AppEnv>, parts: AdminTicketsCallParts & DomainsParts & WebhooksParts): void {
  mountDomains(app, parts);
  mountDevicesAndSessions(app, parts);
  mountAdminTickets(app, parts);
  mountWebhooks(app, parts);
}
