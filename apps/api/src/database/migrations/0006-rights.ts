import { type Kysely, sql } from 'kysely';

/** Rights of workgroups, capacities of checkpoints, marks of scans. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/**
 * A workgroup from before has all rights; one that is made without saying has `scan`. Scans come first: running
 * processes lock them before the rows that they refer to.
 */
const STATEMENTS = [
  'alter table scans add column marks text[]',
  'alter table checkpoints add column capacity integer check (capacity > 0)',
  `alter table workgroups
    add column rights text[] not null default '{scan,supervise,manage}'
      check (rights <@ '{scan,supervise,manage}' and cardinality(rights) <= 3),
    add column name_search boolean not null default false`,
  `alter table workgroups alter column rights set default '{scan}'`,
];
