import { sql } from 'kysely';
import type { Actor } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';

/**
 * Checks, after a change and in its transaction, that the domain still has a clerk who may manage it. Only the operator may
 * take away the last one.
 * @throws ApiError `conflict`
 */
export async function keepAManager(trx: Database, domainId: string, actor: Actor): Promise<void> {
  if (actor.kind === 'operator') return;
  const manager = await trx
    .selectFrom('clerks')
    .innerJoin('workgroups', 'workgroups.id', 'clerks.workgroup_id')
    .select('clerks.id')
    .where('clerks.domain_id', '=', domainId)
    .where('clerks.disabled_at', 'is', null)
    .where(sql<boolean>`'manage' = any(workgroups.rights)`)
    .limit(1)
    .executeTakeFirst();
  if (manager) return;
  throw new ApiError(
    'conflict',
    'Nobody could manage this domain any more: only the operator of the server may do this',
  );
}
