import type { AdminDomain } from '@scantix/api-contract/admin';
import type { Selectable } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database, Tables } from '../database/tables.ts';
import { refuseTaken } from '../http/refuse-taken.ts';
import type { Clock } from '../system/clock.ts';

export interface DomainsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

const TAKEN = 'There is a domain of this name already';

/** Who does it, for the audit log. */
type By = Pick<AuditEvent, 'actor' | 'address'>;

/** Reads every domain, by name. */
export async function listDomains({ db }: Pick<DomainsParts, 'db'>): Promise<AdminDomain[]> {
  return (await db.selectFrom('domains').selectAll().orderBy('name').execute()).map(domainOf);
}

/**
 * Creates a domain.
 * @throws ApiError `conflict`: the name is taken
 */
export function createDomain(
  { db, clock, newId }: DomainsParts,
  { name, ticketing = 'on' }: { name: string; ticketing?: 'on' | 'off' | undefined },
  by: By,
): Promise<AdminDomain> {
  return refuseTaken(
    TAKEN,
    db.transaction().execute(async (trx) => {
      const row = { id: newId(), name, ticketing, created_at: new Date(clock.now()) };
      await trx.insertInto('domains').values(row).execute();
      const target = { kind: 'domain', id: row.id, name } as const;
      await recordAudit(trx, { action: 'domain.created', domainId: row.id, ...by, target, detail: { ticketing } });
      return domainOf(row);
    }),
  );
}

/**
 * Changes what is given of a domain.
 * @throws ApiError `conflict`: the name is taken
 */
export function changeDomain(
  { db }: Pick<DomainsParts, 'db'>,
  domain: { id: string; name: string },
  { name, ticketing }: { name?: string | undefined; ticketing?: 'on' | 'off' | undefined },
  by: By,
): Promise<AdminDomain> {
  return refuseTaken(
    TAKEN,
    db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('domains')
        .set((set) => ({ name: name ?? set.ref('name'), ticketing: ticketing ?? set.ref('ticketing') }))
        .where('id', '=', domain.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const target = { kind: 'domain', ...domain } as const;
      await recordAudit(trx, {
        action: 'domain.changed',
        domainId: row.id,
        ...by,
        target,
        detail: { name, ticketing },
      });
      return domainOf(row);
    }),
  );
}

function domainOf({ id, name, ticketing, created_at }: Selectable<Tables['domains']>): AdminDomain {
  return { id, name, ticketing, created_at: created_at.toISOString() };
}
