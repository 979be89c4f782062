import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { findNamed } from '../http/find-named.ts';

/** The domain that a call of the administration is about. */
export interface AdminDomain {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds a domain by its id or name. `own`: the only one that the caller may see.
 * @throws ApiError `not_found`
 */
export async function findDomain(db: Database, idOrName: string, own?: AdminDomain): Promise<AdminDomain> {
  if (!own) return findNamed('domain', await db.selectFrom('domains').select(['id', 'name']).execute(), idOrName);
  if (own.id === idOrName || own.name === idOrName) return own;
  throw new ApiError('not_found', 'There is no such domain, or it is not yours');
}
