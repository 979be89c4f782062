import { WORKGROUP_RIGHTS } from '@scantix/api-contract';
import type { AdminWorkgroup } from '@scantix/api-contract/admin';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../database/tables.ts';

/** Reads every workgroup of a domain, by name. */
export async function listWorkgroups(db: Database, domainId: string): Promise<AdminWorkgroup[]> {
  const rows = await db
    .selectFrom('workgroups')
    .select(['id', 'name', 'rights', 'name_search'])
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('workgroup_checkpoints as own')
          .innerJoin('checkpoints', 'checkpoints.id', 'own.checkpoint_id')
          .select(['checkpoints.id', 'checkpoints.name'])
          .whereRef('own.workgroup_id', '=', 'workgroups.id')
          .orderBy('checkpoints.position')
          .orderBy('checkpoints.name'),
      ).as('checkpoints'),
      selectFrom('clerks')
        .select(({ fn }) => fn.countAll<string | number>().as('count'))
        .whereRef('clerks.workgroup_id', '=', 'workgroups.id')
        .as('clerks'),
    ])
    .where('domain_id', '=', domainId)
    .orderBy('name')
    .execute();
  return rows.map(({ rights, clerks, ...row }) => ({
    ...row,
    rights: WORKGROUP_RIGHTS.filter((right) => rights.includes(right)),
    clerks: Number(clerks),
  }));
}
