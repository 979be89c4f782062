import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import { changeDomain, createDomain, type DomainsParts, listDomains } from '../domains/administer-domains.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type AdminCallParts, implementDomainCall, implementOperatorCall } from './implement-admin-call.ts';

/** Mounts the calls on domains. */
export function mountDomains(app: Hono<AppEnv>, parts: AdminCallParts & DomainsParts): void {
  implementOperatorCall(app, contract.listDomains, parts, async () => ({ items: await listDomains(parts) }));
  implementOperatorCall(app, contract.createDomain, parts, ({ body, ...by }) => createDomain(parts, body, by));
  implementDomainCall(app, contract.changeDomain, parts, ({ domain, body, ...by }) =>
    changeDomain(parts, domain, body, by),
  );
}
