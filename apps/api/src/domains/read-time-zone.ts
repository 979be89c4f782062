import type { Database } from '../database/tables.ts';

/** The time zone that a domain names; `null` where it names none. */
export async function readTimeZone(db: Database, domainId: string): Promise<string | null> {
  const domain = await db.selectFrom('domains').select('time_zone').where('id', '=', domainId).executeTakeFirst();
  return domain?.time_zone ?? null;
}
