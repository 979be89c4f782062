import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { listAudit } from '../audit/list-audit.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementDomainCall, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the calls that read the audit log. */
export function mountAudit(app: Hono<AppEnv>, parts: AdminCallParts): void {
  implementDomainCall(app, contract.listAudit, parts, ({ domain, query }) => listAudit(parts.db, query, domain.id));
  implementOperatorCall(app, contract.listWholeAudit, parts, ({ query }) => listAudit(parts.db, query));
}
