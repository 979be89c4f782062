import type { Hono } from 'hono';
import type { KeyParts } from '../auth/manage-keys.ts';
import type { CheckpointsParts } from '../checkpoints/administer-checkpoints.ts';
import type { DomainsParts } from '../domains/administer-domains.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Clock } from '../system/clock.ts';
import type { WebhooksParts } from '../webhooks/administer-webhooks.ts';
import type { WorkgroupsParts } from '../workgroups/administer-workgroups.ts';
import { mountAudit } from './audit.ts';
import { mountBackup } from './backup.ts';
import { mountCheckpoints } from './checkpoints.ts';
import { type ClerksCallParts, mountClerks } from './clerks.ts';
import { mountDevicesAndSessions } from './devices.ts';
import { mountDoctor } from './doctor.ts';
import { mountDomains } from './domains.ts';
import { mountKeys } from './keys.ts';
import { type AdminTicketsCallParts, mountAdminTickets } from './tickets.ts';
import { mountWebhooks } from './webhooks.ts';
import { mountWorkgroups } from './workgroups.ts';

/** Mounts the administration: `/admin/v0/…`. */
export function mountAdmin(
  app: Hono<AppEnv>,
  parts: AdminTicketsCallParts &
    DomainsParts &
    WorkgroupsParts &
    CheckpointsParts &
    ClerksCallParts &
    WebhooksParts &
    KeyParts & { readonly clock: Clock; readonly embeddedIn?: string | undefined },
): void {
  mountDomains(app, parts);
  mountWorkgroups(app, parts);
  mountCheckpoints(app, parts);
  mountClerks(app, parts);
  mountDevicesAndSessions(app, parts);
  mountAdminTickets(app, parts);
  mountWebhooks(app, parts);
  mountKeys(app, parts);
  mountAudit(app, parts);
  mountBackup(app, parts);
  mountDoctor(app, parts);
}
