import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Makes every device of a domain fetch all rows again, since what they contain of something else than tickets has changed. */
export async function renewSnapshot(trx: Database, domainId: string): Promise<void> {
  await trx
    .updateTable('ticket_feeds')
    .set({ snapshot_id: sql<string>`default` })
    .where('domain_id', '=', domainId)
    .execute();
}
