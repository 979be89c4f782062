import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** The right of a process to seal a domain's segments. It ends by itself, since a process may be killed or stopped. */
export interface Turn {
  readonly id: string;
  readonly domainId: string;
}

/** After this time without progress another process may take the turn. */
const TURN = '60 seconds';

const end = sql<Date>`now() + ${sql.lit(TURN)}::interval`;

/** Takes the turn; `null`: another process has it. */
export async function takeTurn(db: Database, domainId: string): Promise<Turn | null> {
  const id = randomUUID();
  const taken = await db
    .insertInto('snapshot_sealers')
    .values({ domain_id: domainId, until: end, owner: id })
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .doUpdateSet({ until: end, owner: id })
        .where('snapshot_sealers.until', '<', sql<Date>`now()`),
    )
    .returning('domain_id')
    .executeTakeFirst();
  return taken ? { id, domainId } : null;
}

/** Prolongs the turn. Returns whether it is still this one: another process may have taken it meanwhile. */
export async function keepTurn(db: Database, { id, domainId }: Turn): Promise<boolean> {
  const kept = await db
    .updateTable('snapshot_sealers')
    .set({ until: end })
    .where('domain_id', '=', domainId)
    .where('owner', '=', id)
    .returning('domain_id')
    .executeTakeFirst();
  return kept !== undefined;
}

/**
 * Locks the turn until the transaction ends, so that nobody takes it before what was sealed is stored.
 * @throws if another process has it
 */
export async function lockTurn(trx: Database, { id, domainId }: Turn): Promise<void> {
  await trx
    .selectFrom('snapshot_sealers')
    .select('domain_id')
    .where('domain_id', '=', domainId)
    .where('owner', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new Error('Another process seals the tickets of this domain now'));
}

/** Leaves the turn to any process, if it is still this one. */
export async function endTurn(db: Database, { id, domainId }: Turn): Promise<void> {
  await db.deleteFrom('snapshot_sealers').where('domain_id', '=', domainId).where('owner', '=', id).execute();
}

/** Takes the turn from whoever has it, and keeps others from it until the transaction ends. */
export async function seizeTurn(trx: Database, domainId: string): Promise<void> {
  const owner = randomUUID();
  await trx
    .insertInto('snapshot_sealers')
    .values({ domain_id: domainId, until: end, owner })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet({ until: end, owner }))
    .execute();
}
