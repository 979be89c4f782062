import type { Database } from '../database/tables.ts';

/**
 * Lets one transaction at a time change who may do what in a domain, so that two cannot each take away what the other one
 * relies on. Scans do not wait for it.
 */
export async function lockDomain(trx: Database, domainId: string): Promise<void> {
  await trx.selectFrom('domains').select('id').where('id', '=', domainId).forNoKeyUpdate().execute();
}
