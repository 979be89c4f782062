import { sql } from 'kysely';
import { isDatabaseLost, isDiskFull } from './lost-database.ts';
import { migrate } from './migrate.ts';
import { openForMigration, reachDatabase, refuseUnreachable } from './open-database.ts';
import { buildSearchIndexes } from './search-indexes.ts';
import { forgottenUsers } from './table-rights.ts';
import type { Database } from './tables.ts';

/** The server has no user of this name. */
export class NoSuchUserError extends Error {
  override readonly name = 'NoSuchUserError';
}

/** What a migration has done. `forgotten`: users who may write tables of before, and not every table of now. */
export interface ServerMigration {
  readonly applied: readonly string[];
  readonly forgotten: readonly string[];
}

/**
 * Brings a PostgreSQL server to this program's schema, as a user who may change it. `grantTo`: the user that the server
 * runs as, who gets what it needs and no more.
 * @throws NoSuchUserError, before anything is changed; DatabaseUnreachableError, DatabaseTooNewError, or the error of the database
 */
export async function migrateServer({
  url,
  grantTo,
}: {
  url: string;
  grantTo?: string | undefined;
}): Promise<ServerMigration> {
  await using db = openForMigration({ url });
  await reachDatabase(db);
  return await bringUpToDate(db, grantTo).catch((error: unknown) => {
    if (isDatabaseLost(error) || isDiskFull(error) || isRefused(error)) refuseUnreachable(error);
    throw error;
  });
}

/** SQLSTATEs: this user has no right to, `search_path` names no schema. */
const isRefused = (error: unknown) => ['42501', '3F000'].includes(String((error as { code?: unknown } | null)?.code));

async function bringUpToDate(db: Database, grantTo: string | undefined): Promise<ServerMigration> {
  if (grantTo !== undefined) {
    const { rows } = await sql`select 1 from pg_roles where rolname = ${grantTo}`.execute(db);
    if (rows.length === 0)
      throw new NoSuchUserError(`The PostgreSQL server has no user "${grantTo}": nothing was changed.`);
  }
  const { applied } = await migrate(db, undefined, { online: true });
  // Before the indexes, which may take minutes: processes that run write to new tables by triggers.
  if (grantTo !== undefined) await grant(db, grantTo);
  await buildSearchIndexes(db);
  return { applied, forgotten: grantTo === undefined ? await forgottenUsers(db) : [] };
}

async function grant(db: Database, user: string): Promise<void> {
  const role = sql.id(user);
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = sql.id(rows[0]?.name ?? 'public');
  await sql`grant usage on schema ${schema} to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`.execute(db);
  await sql`grant usage, select on all sequences in schema ${schema} to ${role}`.execute(db);
}
