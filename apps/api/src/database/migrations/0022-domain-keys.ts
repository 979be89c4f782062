import { type Kysely, sql } from 'kysely';
import { makeIndexes } from '../build-indexes.ts';

/**
 * Every key of a domain's table begins with the domain, so that rows can be spread by it. Ids alone are still found, by
 * indexes that are not unique. The unique keys of domain and id, to which others refer, are from 0001.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await makeIndexes(db, INDEXES);
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

export const INDEXES = [{ name: 'tickets_by_id', on: 'tickets (id)' }];

/** A copy by replication finds rows that change by a key. A partitioned table has none of its own: its partitions do. */
const replicaKey = (table: string, key: string) => `
  do $$ begin alter table ${table} replica identity using index ${key};
  exception when wrong_object_type then null; end $$`;

const STATEMENTS = [
  ...['tickets', 'workgroups', 'checkpoints'].flatMap((table) => [
    `alter table ${table} drop constraint if exists ${table}_pkey`,
    replicaKey(table, `${table}_domain_id_id_key`),
  ]),
  `alter table workgroup_checkpoints drop constraint if exists workgroup_checkpoints_pkey,
    add primary key (domain_id, workgroup_id, checkpoint_id)`,
  'alter table devices drop constraint if exists devices_wipe_order_key',
  'create index devices_by_wipe_order on devices (wipe_order) where wipe_order is not null',
];
