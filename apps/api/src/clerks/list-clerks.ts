import type { AdminClerk } from '@scantix/api-contract/admin';
import type { Database } from '../database/tables.ts';
import { findNamed } from '../http/find-named.ts';
import type { Clock } from '../system/clock.ts';

/** Reads every clerk of a domain, by login name. */
export async function listClerks(
  { db, clock }: { db: Database; clock: Clock },
  domainId: string,
): Promise<AdminClerk[]> {
  const rows = await db
    .selectFrom('clerks')
    .innerJoin('workgroups', 'workgroups.id', 'clerks.workgroup_id')
    .selectAll('clerks')
    .select('workgroups.name as workgroup')
    .select(({ selectFrom }) =>
      selectFrom('sessions')
        .select(({ fn }) => fn.countAll<string | number>().as('count'))
        .whereRef('sessions.clerk_id', '=', 'clerks.id')
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', new Date(clock.now()))
        .as('sessions'),
    )
    .where('clerks.domain_id', '=', domainId)
    .orderBy('login_key')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    login: row.login,
    user_name: row.user_name,
    workgroup: { id: row.workgroup_id, name: row.workgroup },
    disabled_at: row.disabled_at?.toISOString() ?? null,
    password_is_one_time: row.password_is_one_time,
    sessions: Number(row.sessions),
    created_at: row.created_at.toISOString(),
  }));
}

/**
 * Finds a clerk of a domain by id or login name.
 * @throws ApiError `not_found`, with the login names that come near
 */
export async function findClerk(
  parts: { db: Database; clock: Clock },
  domainId: string,
  idOrLogin: string,
): Promise<AdminClerk> {
  const clerks = (await listClerks(parts, domainId)).map((clerk) => ({ ...clerk, name: clerk.login }));
  const { name, ...clerk } = findNamed('clerk', clerks, idOrLogin);
  return clerk;
}
