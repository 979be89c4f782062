import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** The database user of the server may not use its tables. */
export class MissingRightsError extends Error {
  override readonly name = 'MissingRightsError';
}

const NEEDED = ['select', 'insert', 'update', 'delete'] as const;
/** The program's own: others may share the schema. Of the two that record the migrations it reads one. */
const TABLES = sql`pg_class as made where relkind = 'r' and relnamespace = current_schema()::regnamespace
  and relowner = (select relowner from pg_class where oid = to_regclass('kysely_migration'))
  and (relname = 'kysely_migration' or relname not like 'kysely%')`;
/** Whether a user, as SQL, has every right on a table of `TABLES`. */
const mayUse = (user: ReturnType<typeof sql>) =>
  sql.join(
    NEEDED.map(
      (right) =>
        sql`(relname like 'kysely%' and ${right} <> 'select' or has_table_privilege(${user}, made.oid, ${right}))`,
    ),
    sql` and `,
  );

/**
 * Checks that this database user may read and write every table.
 * @throws MissingRightsError
 */
export async function requireRights(db: Database): Promise<void> {
  const { rows } = await sql<{ user: string; tables: string[] | null }>`
    select current_user as user, array(
      select relname::text from ${TABLES} and not (${mayUse(sql`current_user`)}) order by relname
    ) as tables`.execute(db);
  const [{ user, tables } = { user: '', tables: null }] = rows;
  if (!tables || tables.length === 0) return;
  const named = tables.slice(0, 5).join(', ') + (tables.length > 5 ? ` and ${tables.length - 5} more tables` : '');
  throw new MissingRightsError(
    `The database user "${user}" may not use ${named}: run "scantix migrate --grant-to ${user}" as their owner.`,
  );
}

/** The users who may write some of the tables and not all: those whom a migration has forgotten. */
export async function forgottenUsers(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select rolname as name from pg_roles as role
    where exists (
      select from (select relacl, relowner from ${TABLES}) as granted, aclexplode(relacl) as acl
      where acl.grantee = role.oid and acl.grantee <> relowner and acl.privilege_type = 'INSERT'
    ) and exists (select from ${TABLES} and not (${mayUse(sql`role.oid`)}))
    order by rolname`.execute(db);
  return rows.map(({ name }) => name);
}
