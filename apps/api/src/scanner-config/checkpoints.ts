import type { Checkpoint } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';

/** The checkpoints of a domain by id, in the order in which people list them. */
export async function loadCheckpoints(db: Database, domainId: string): Promise<ReadonlyMap<string, Checkpoint>> {
  const rows = await db
    .selectFrom('checkpoints')
    .select(['id', 'name'])
    .where('domain_id', '=', domainId)
    .orderBy('position')
    .orderBy('name')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
