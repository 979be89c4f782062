import { type Kysely, sql } from 'kysely';

/** The turn of the import that runs for a domain. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db);
}

const TABLE = `create table ticket_importers (
    domain_id uuid primary key references domains,
    until timestamptz not null,
    owner uuid not null
  )`;
