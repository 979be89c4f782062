import { sql } from 'kysely';
import { migrate } from './migrate.ts';
import { openForMigration, reachDatabase } from './open-database.ts';

/**
 * Brings a PostgreSQL server to this program's schema, as a user who may change it. `grantTo`: the user that the server
 * runs as, who gets what it needs and no more.
 * @throws DatabaseUnreachableError, DatabaseTooNewError, or the error of the database
 */
export async function migrateServer({
  url,
  grantTo,
}: {
  url: string;
  grantTo?: string | undefined;
}): Promise<{ applied: string[] }> {
  await using db = openForMigration({ url });
  await reachDatabase(db);
  const done = await migrate(db, undefined, { online: true });
  if (grantTo === undefined) return done;
  const role = sql.id(grantTo);
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  const schema = sql.id(rows[0]?.name ?? 'public');
  await sql`grant usage on schema ${schema} to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${role}`.execute(db);
  await sql`grant usage, select on all sequences in schema ${schema} to ${role}`.execute(db);
  return done;
}
