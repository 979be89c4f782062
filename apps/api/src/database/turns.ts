import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './tables.ts';

/** What one process at a time does for a domain, as the table of its turns. */
export type TurnTable = 'snapshot_sealers' | 'ticket_importers';

/** The right of a process to do it. It ends by itself, since a process may be killed or stopped. */
export interface Turn {
  readonly table: TurnTable;
  readonly id: string;
  readonly domainId: string;
}

/** After this time without progress another process may take the turn. */
const TURN = '60 seconds';

const end = sql<Date>`now() + ${sql.lit(TURN)}::interval`;

/** Takes the turn; `null`: another process has it. One that ends later than it may was taken before the clock was set back. */
export async function takeTurn(db: Database, table: TurnTable, domainId: string): Promise<Turn | null> {
  const id = randomUUID();
  const { rows } = await sql`
    insert into ${sql.table(table)} as turn (domain_id, until, owner) values (${domainId}, ${end}, ${id})
    on conflict (domain_id) do update set until = excluded.until, owner = excluded.owner where turn.until < now() or turn.until > ${end}
    returning domain_id`.execute(db);
  return rows.length > 0 ? { table, id, domainId } : null;
}

/** Prolongs the turn. Returns whether it is still this one: another process may have taken it meanwhile. */
export async function keepTurn(db: Database, { table, id, domainId }: Turn): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set until = ${end} where domain_id = ${domainId} and owner = ${id}
    returning domain_id`.execute(db);
  return rows.length > 0;
}

/**
 * Locks the turn until the transaction ends, so that nobody takes it before what was done is stored. Returns whether it is
 * still this one.
 */
export async function lockTurn(trx: Database, { table, id, domainId }: Turn): Promise<boolean> {
  const { rows } = await sql`
    select domain_id from ${sql.table(table)} where domain_id = ${domainId} and owner = ${id} for update`.execute(trx);
  return rows.length > 0;
}

/** Leaves the turn to any process, if it is still this one. */
export async function endTurn(db: Database, { table, id, domainId }: Turn): Promise<void> {
  await sql`delete from ${sql.table(table)} where domain_id = ${domainId} and owner = ${id}`.execute(db);
}

/**
 * Ends the turns of processes that were killed, those of webhooks too. Only for a database that no other process may have: the
 * next import would wait for nobody.
 */
export async function endTurnsOfDead(db: Database): Promise<void> {
  await sql`delete from snapshot_sealers`.execute(db);
  await sql`delete from ticket_importers`.execute(db);
  await sql`update webhooks set lease = null, lease_until = null where lease is not null`.execute(db);
}

/** Takes the turn from whoever has it, and keeps others from it until the transaction ends. */
export async function seizeTurn(trx: Database, table: TurnTable, domainId: string): Promise<void> {
  await sql`
    insert into ${sql.table(table)} (domain_id, until, owner) values (${domainId}, ${end}, ${randomUUID()})
    on conflict (domain_id) do update set until = excluded.until, owner = excluded.owner`.execute(trx);
}
