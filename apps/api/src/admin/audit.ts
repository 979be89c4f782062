import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { listAudit } from '../audit/list-audit.ts';
import type { ClerkTurns } from '../auth/clerk-turns.ts';
import { foldLogin } from '../auth/login-key.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementDomainCall, implementOperatorCall, keyOf } from './implement-admin-call.ts';

/** Mounts the calls that read the audit log. A filter that few lines pass reads the log to its end, so pages take turns. */
export function mountAudit(app: Hono<AppEnv>, parts: AdminCallParts & { readonly listTurns: ClerkTurns }): void {
  const { db, listTurns } = parts;
  implementDomainCall(app, contract.listAudit, parts, ({ domain, query, actor }) =>
    listTurns.run(keyOf(actor), () => listAudit(db, folded(query), domain.id)),
  );
  implementOperatorCall(app, contract.listWholeAudit, parts, ({ query, actor }) =>
    listTurns.run(keyOf(actor), () => listAudit(db, folded(query))),
  );
}

const folded = <Query extends { actor?: string | undefined }>({ actor, ...query }: Query) => ({
  ...query,
  actor: actor === undefined ? undefined : foldLogin(actor),
});
