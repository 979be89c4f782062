import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';

/**
 * Checks that the clerk's workgroup scans at a checkpoint.
 * @throws ApiError `not_found`: the domain has no such checkpoint; `forbidden`: it is another workgroup's
 */
export async function requireCheckpoint(
  db: Database,
  { domainId, workgroupId }: Pick<SignedInClerk, 'domainId' | 'workgroupId'>,
  checkpointId: string,
): Promise<void> {
  const checkpoint = await db
    .selectFrom('checkpoints')
    .leftJoin('workgroup_checkpoints as own', (join) =>
      join.onRef('own.checkpoint_id', '=', 'checkpoints.id').on('own.workgroup_id', '=', workgroupId),
    )
    .select('own.checkpoint_id as own')
    .where('checkpoints.domain_id', '=', domainId)
    .where('checkpoints.id', '=', checkpointId)
    .executeTakeFirst();
  if (!checkpoint) throw new ApiError('not_found', 'Unknown checkpoint');
  if (!checkpoint.own) throw new ApiError('forbidden', 'Your workgroup does not scan at this checkpoint');
}
