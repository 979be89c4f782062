import { WORKGROUP_RIGHTS } from '@scantix/api-contract';
import type { AuditEvent } from '../audit/record-audit.ts';
import { createDomain } from '../domains/administer-domains.ts';
import { ApiError } from '../http/api-error.ts';
import { createWorkgroup } from '../workgroups/administer-workgroups.ts';
import { listWorkgroups } from '../workgroups/list-workgroups.ts';
import { type ClerksParts, createClerk, type WithPassword } from './administer-clerks.ts';

/**
 * Makes the first manager of an installation: a domain if there is none, a workgroup with all rights, and a clerk in it with
 * a drawn one-time password.
 * @throws ApiError `conflict`: there are clerks already
 */
export async function setUp(
  parts: ClerksParts,
  { domain: name, login }: { domain: string; login: string },
  by: Pick<AuditEvent, 'actor' | 'address'>,
): Promise<WithPassword> {
  const { db } = parts;
  if (await hasClerks(parts)) throw new ApiError('conflict', 'This installation has clerks already');
  // A first try may have broken off behind any of the three.
  const domain =
    (await db.selectFrom('domains').select(['id', 'name']).limit(1).executeTakeFirst()) ??
    (await createDomain(parts, { name }, by));
  const [
    workgroup = await createWorkgroup(parts, { name: 'Managers', rights: [...WORKGROUP_RIGHTS] }, { domain, ...by }),
  ] = (await listWorkgroups(db, domain.id)).filter(({ rights }) => rights.length === WORKGROUP_RIGHTS.length);
  return createClerk(parts, { login, workgroup: workgroup.id }, { domain, ...by });
}

/** Whether anybody could ever have signed in. */
export async function hasClerks({ db }: Pick<ClerksParts, 'db'>): Promise<boolean> {
  return (await db.selectFrom('clerks').select('id').limit(1).executeTakeFirst()) !== undefined;
}
