import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { listAudit } from '../audit/list-audit.ts';
import { foldLogin } from '../auth/login-key.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementDomainCall, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the calls that read the audit log. */
export function mountAudit(app: Hono<AppEnv>, parts: AdminCallParts): void {
  implementDomainCall(app, contract.listAudit, parts, ({ domain, query }) =>
    listAudit(parts.db, folded(query), domain.id),
  );
  implementOperatorCall(app, contract.listWholeAudit, parts, ({ query }) => listAudit(parts.db, folded(query)));
}

const folded = <Query extends { actor?: string | undefined }>({ actor, ...query }: Query) => ({
  ...query,
  actor: actor === undefined ? undefined : foldLogin(actor),
});
