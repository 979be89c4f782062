import type { Checkpoint } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';

/** Reads the checkpoints of a domain by id, in the order of their position. */
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
