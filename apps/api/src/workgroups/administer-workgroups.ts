import type {
  AdminWorkgroup,
  changeWorkgroup as changeEndpoint,
  createWorkgroup as createEndpoint,
} from '@scantix/api-contract/admin';
import type * as z from 'zod/mini';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { lockDomain } from '../domains/lock-domain.ts';
import { ApiError } from '../http/api-error.ts';
import { findNamed } from '../http/find-named.ts';
import { refuseTaken } from '../http/refuse-taken.ts';
import { keepAManager } from './keep-a-manager.ts';
import { listWorkgroups } from './list-workgroups.ts';

export interface WorkgroupsParts {
  readonly db: Database;
  readonly newId: () => string;
}

/** In which domain, and who does it. */
interface Within extends Pick<AuditEvent, 'actor' | 'address'> {
  readonly domain: { readonly id: string };
}

const TAKEN = 'The domain has a workgroup of this name already';

/**
 * Creates a workgroup.
 * @throws ApiError `conflict`: the name is taken; `not_found`: one of the checkpoints
 */
export function createWorkgroup(
  { db, newId }: WorkgroupsParts,
  { name, rights = ['scan'], name_search = false, checkpoints = [] }: z.output<NonNullable<typeof createEndpoint.body>>,
  { domain, ...by }: Within,
): Promise<AdminWorkgroup> {
  const work = db.transaction().execute(async (trx) => {
    await lockDomain(trx, domain.id);
    const id = newId();
    await trx.insertInto('workgroups').values({ id, domain_id: domain.id, name, rights, name_search }).execute();
    await setCheckpoints(trx, { domainId: domain.id, workgroupId: id, checkpoints });
    const target = { kind: 'workgroup', id, name } as const;
    const detail = { rights, name_search, checkpoints };
    await recordAudit(trx, { action: 'workgroup.created', domainId: domain.id, ...by, target, detail });
    return findNamed('workgroup', await listWorkgroups(trx, domain.id), id);
  });
  return refuseTaken(TAKEN, work);
}

/**
 * Changes what is given of a workgroup.
 * @throws ApiError `not_found`, `conflict`: the name is taken, or the domain's last manager would lose the right
 */
export function changeWorkgroup(
  { db }: WorkgroupsParts,
  idOrName: string,
  change: z.output<NonNullable<typeof changeEndpoint.body>>,
  { domain, ...by }: Within,
): Promise<AdminWorkgroup> {
  const work = db.transaction().execute(async (trx) => {
    await lockDomain(trx, domain.id);
    const before = findNamed('workgroup', await listWorkgroups(trx, domain.id), idOrName);
    const { name = before.name, rights = before.rights, name_search = before.name_search, checkpoints } = change;
    await trx.updateTable('workgroups').set({ name, rights, name_search }).where('id', '=', before.id).execute();
    if (checkpoints) await setCheckpoints(trx, { domainId: domain.id, workgroupId: before.id, checkpoints });
    await keepAManager(trx, domain.id, by.actor);
    const target = { kind: 'workgroup', id: before.id, name: before.name } as const;
    await recordAudit(trx, { action: 'workgroup.changed', domainId: domain.id, ...by, target, detail: change });
    return findNamed('workgroup', await listWorkgroups(trx, domain.id), before.id);
  });
  return refuseTaken(TAKEN, work);
}

/**
 * Deletes a workgroup without clerks.
 * @throws ApiError `not_found`, `conflict`: it has clerks
 */
export function deleteWorkgroup(
  { db }: WorkgroupsParts,
  idOrName: string,
  { domain, ...by }: Within,
): Promise<AdminWorkgroup> {
  return db.transaction().execute(async (trx) => {
    await lockDomain(trx, domain.id);
    const workgroup = findNamed('workgroup', await listWorkgroups(trx, domain.id), idOrName);
    if (workgroup.clerks > 0) {
      throw new ApiError('conflict', 'The workgroup has clerks. Put them into another one first, disabled ones too');
    }
    await trx.deleteFrom('workgroup_checkpoints').where('workgroup_id', '=', workgroup.id).execute();
    await trx.deleteFrom('workgroups').where('id', '=', workgroup.id).execute();
    const target = { kind: 'workgroup', id: workgroup.id, name: workgroup.name } as const;
    await recordAudit(trx, { action: 'workgroup.deleted', domainId: domain.id, ...by, target });
    return workgroup;
  });
}

/** Gives a workgroup these checkpoints and no others. */
async function setCheckpoints(
  trx: Database,
  { domainId, workgroupId, checkpoints }: { domainId: string; workgroupId: string; checkpoints: readonly string[] },
): Promise<void> {
  const rows = await trx
    .selectFrom('checkpoints')
    .select(['id', 'name'])
    .where('domain_id', '=', domainId)
    .where('closed_at', 'is', null)
    .execute();
  const ids = new Set(checkpoints.map((idOrName) => findNamed('checkpoint in use', rows, idOrName).id));
  await trx.deleteFrom('workgroup_checkpoints').where('workgroup_id', '=', workgroupId).execute();
  const own = [...ids].map((id) => ({ domain_id: domainId, workgroup_id: workgroupId, checkpoint_id: id }));
  if (own.length > 0) await trx.insertInto('workgroup_checkpoints').values(own).execute();
}
