import type { AdminDomain, DomainSettings } from '@scantix/api-contract/admin';
import type { Selectable } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database, Tables } from '../database/tables.ts';
import { refuseTaken } from '../http/refuse-taken.ts';
import { requireTimeZone } from '../http/require-time-zone.ts';
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
  { name, ticketing = 'on', ...settings }: DomainSettings & { name: string },
  by: By,
): Promise<AdminDomain> {
  if (settings.time_zone) requireTimeZone(settings.time_zone);
  return refuseTaken(
    TAKEN,
    db.transaction().execute(async (trx) => {
      const made = { ...settings, id: newId(), name, ticketing, created_at: new Date(clock.now()) };
      const row = await trx.insertInto('domains').values(made).returningAll().executeTakeFirstOrThrow();
      const target = { kind: 'domain', id: row.id, name } as const;
      await recordAudit(trx, {
        action: 'domain.created',
        domainId: row.id,
        ...by,
        target,
        detail: { ticketing, ...settings },
      });
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
  settings: DomainSettings,
  by: By,
): Promise<AdminDomain> {
  if (settings.time_zone) requireTimeZone(settings.time_zone);
  return refuseTaken(
    TAKEN,
    db.transaction().execute(async (trx) => {
      const row = await trx
        .updateTable('domains')
        .set((set) => ({ ...settings, name: settings.name ?? set.ref('name') }))
        .where('id', '=', domain.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const target = { kind: 'domain', ...domain } as const;
      await recordAudit(trx, {
        action: 'domain.changed',
        domainId: row.id,
        ...by,
        target,
        detail: { ...settings },
      });
      return domainOf(row);
    }),
  );
}

function domainOf({ created_at, erased_until: _, ...row }: Selectable<Tables['domains']>): AdminDomain {
  return { ...row, created_at: created_at.toISOString() };
}
