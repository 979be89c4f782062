import * as contract from '@scantix/api-contract/admin';
import type { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import {
  changeWorkgroup,
  createWorkgroup,
  deleteWorkgroup,
  type WorkgroupsParts,
} from '../workgroups/administer-workgroups.ts';
import { listWorkgroups } from '../workgroups/list-workgroups.ts';
import { type AdminCallParts, implementDomainCall } from './implement-admin-call.ts';

/** Mounts the calls on workgroups. */
export function mountWorkgroups(app: Hono<AppEnv>, parts: AdminCallParts & WorkgroupsParts): void {
  implementDomainCall(app, contract.listWorkgroups, parts, async ({ domain }) => ({
    items: await listWorkgroups(parts.db, domain.id),
  }));
  implementDomainCall(app, contract.createWorkgroup, parts, ({ body, ...within }) =>
    createWorkgroup(parts, body, within),
  );
  implementDomainCall(app, contract.changeWorkgroup, parts, ({ params, body, ...within }) =>
    changeWorkgroup(parts, params.workgroup, body, within),
  );
  implementDomainCall(app, contract.deleteWorkgroup, parts, ({ params, ...within }) =>
    deleteWorkgroup(parts, params.workgroup, within),
  );
}
