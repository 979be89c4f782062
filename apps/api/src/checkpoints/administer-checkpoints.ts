import type {
  AdminCheckpoint,
  changeCheckpoint as changeEndpoint,
  createCheckpoint as createEndpoint,
} from '@scantix/api-contract/admin';
import type { Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database, Tables } from '../database/tables.ts';
import { lockDomain } from '../domains/lock-domain.ts';
import { ApiError } from '../http/api-error.ts';
import { findNamed } from '../http/find-named.ts';
import { refuseTaken } from '../http/refuse-taken.ts';
import { renewSnapshot } from '../snapshot/renew-snapshot.ts';
import type { Clock } from '../system/clock.ts';

export interface CheckpointsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** In which domain, and who does it. */
interface Within extends Pick<AuditEvent, 'actor' | 'address'> {
  readonly domain: { readonly id: string };
}

const TAKEN = 'The domain has a checkpoint of this name already, in use or closed';

/** Reads every checkpoint of a domain, closed ones too, by position. */
export async function listCheckpoints(db: Database, domainId: string): Promise<AdminCheckpoint[]> {
  const rows = await rowsOf(db, domainId);
  return rows.map(checkpointOf);
}

const rowsOf = (db: Database, domainId: string) =>
  db
    .selectFrom('checkpoints')
    .selectAll()
    .where('domain_id', '=', domainId)
    .orderBy('position')
    .orderBy('name')
    .execute();

/**
 * Creates a checkpoint, behind the others.
 * @throws ApiError `conflict`: the name or the id is taken
 */
export function createCheckpoint(
  { db, newId }: CheckpointsParts,
  { name, capacity = null, id = newId() }: z.output<NonNullable<typeof createEndpoint.body>>,
  { domain, ...by }: Within,
): Promise<AdminCheckpoint> {
  const work = db.transaction().execute(async (trx) => {
    await lockDomain(trx, domain.id);
    // In any domain: statements find a checkpoint by its id alone.
    const taken = await trx.selectFrom('checkpoints').select('id').where('id', '=', id).executeTakeFirst();
    if (taken) throw new ApiError('conflict', 'This id is taken');
    const position = ((await rowsOf(trx, domain.id)).at(-1)?.position ?? -1) + 1;
    const made = { id, domain_id: domain.id, name, position, capacity, closed_at: null };
    await trx.insertInto('checkpoints').values(made).execute();
    const target = { kind: 'checkpoint', id: made.id, name } as const;
    await recordAudit(trx, { action: 'checkpoint.created', domainId: domain.id, ...by, target, detail: { capacity } });
    return checkpointOf(made);
  });
  return refuseTaken(TAKEN, work);
}

/**
 * Changes what is given of a checkpoint. Closing takes it from its workgroups. With a new name, devices fetch all tickets again.
 * @throws ApiError `not_found`, `conflict`: the name is taken
 */
export function changeCheckpoint(
  { db, clock }: CheckpointsParts,
  idOrName: string,
  change: z.output<NonNullable<typeof changeEndpoint.body>>,
  { domain, ...by }: Within,
): Promise<AdminCheckpoint> {
  const work = db.transaction().execute(async (trx) => {
    await lockDomain(trx, domain.id);
    const { closed, ...columns } = change;
    const { id, name, closed_at } = findNamed('checkpoint', await rowsOf(trx, domain.id), idOrName);
    // The feed first, as scans do: each asks for its checkpoint after it.
    if (columns.name !== undefined && columns.name !== name) await renewSnapshot(trx, domain.id);
    const closedAt = closed === undefined ? closed_at : closed ? (closed_at ?? new Date(clock.now())) : null;
    if (closedAt) await trx.deleteFrom('workgroup_checkpoints').where('checkpoint_id', '=', id).execute();
    const changed = await trx
      .updateTable('checkpoints')
      .set({ ...columns, closed_at: closedAt })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const target = { kind: 'checkpoint', id, name } as const;
    await recordAudit(trx, { action: 'checkpoint.changed', domainId: domain.id, ...by, target, detail: change });
    return checkpointOf(changed);
  });
  return refuseTaken(TAKEN, work);
}

function checkpointOf({
  id,
  name,
  position,
  capacity,
  closed_at,
}: Omit<Selectable<Tables['checkpoints']>, 'domain_id'>): AdminCheckpoint {
  return { id, name, position, capacity, closed_at: closed_at?.toISOString() ?? null };
}
