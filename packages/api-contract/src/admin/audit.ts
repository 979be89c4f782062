import * as z from 'zod/mini';
import { defineEndpoint } from '../endpoint.ts';
import { anyUuid, cursor, label, timestamp } from '../primitives.ts';
import { AUDIT_ACTIONS } from './audit-actions.ts';
import { inDomain } from './domains.ts';

/** One line of the audit log. An action of a newer server is told as it is. */
export const auditEvent = z.object({
  at: timestamp,
  action: z.string(),
  /** `null`: it belongs to the whole installation. */
  domain_id: z.nullable(anyUuid),
  actor: z.object({ kind: z.string(), id: z.nullable(z.string()), name: z.nullable(z.string()) }),
  target: z.nullable(z.object({ kind: z.string(), id: z.nullable(z.string()), name: z.nullable(z.string()) })),
  detail: z.nullable(z.record(z.string(), z.unknown())),
  address: z.nullable(z.string()),
  /** The id of the request that did it, as the server's log has it; `null`: none, as of a timer. */
  request_id: z.nullable(z.string()),
});
/** One line of the audit log. */
export type AdminAuditEvent = z.infer<typeof auditEvent>;

const auditQuery = z.object({
  action: z.optional(z.enum(AUDIT_ACTIONS)),
  /** The login name of who did it. */
  actor: z.optional(label(120)),
  /** From this time on, before that time. */
  since: z.optional(timestamp),
  until: z.optional(timestamp),
  cursor: z.optional(cursor),
});
const auditPage = z.object({ items: z.array(auditEvent), next_cursor: z.optional(cursor) });

/** GET /admin/v0/domains/{domain}/audit: what was done in a domain, the newest first, 100 a page. */
export const listAudit = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/domains/{domain}/audit',
  needs: ['manage'],
  params: inDomain,
  query: auditQuery,
  response: auditPage,
});

/** GET /admin/v0/audit: what was done in the whole installation, the newest first, 100 a page. */
export const listWholeAudit = defineEndpoint({
  method: 'GET',
  path: '/admin/v0/audit',
  needs: 'operate',
  query: auditQuery,
  response: auditPage,
});
