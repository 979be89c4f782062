import { sql } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { dropAllSegments } from './segments.ts';

/** The changes that one statement writes: each has to end within the time limit of statements. */
const CHANGES_AT_ONCE = 50_000;

/**
 * Gives a domain another snapshot key, under which devices fetch all tickets again. Until it has ended, scans of the domain
 * wait. Change numbers stay: what a device knows of a ticket is as new as before.
 * @param options `changesAtOnce` of a statement; @default 50000
 * @returns how many tickets there are
 */
export function rotateSnapshotKey(
  db: Database,
  domain: { readonly id: string; readonly name: string },
  by: Pick<AuditEvent, 'actor' | 'address'>,
  { changesAtOnce = CHANGES_AT_ONCE }: { readonly changesAtOnce?: number } = {},
): Promise<{ tickets: number }> {
  return db.transaction().execute(async (trx) => {
    let tickets = 0;
    await dropAllSegments(trx, domain.id, async () => {
      tickets = await renewFeed(trx, domain.id);
      // Their barcodes are not known any more, and nobody has the rows that they remove.
      await trx
        .deleteFrom('ticket_changes')
        .where('domain_id', '=', domain.id)
        .where('ticket_id', 'is', null)
        .execute();
      let last: number | null = 0;
      while (last !== null) last = await renewChanges(trx, domain.id, { after: last, limit: changesAtOnce });
    });
    const target = { kind: 'domain', id: domain.id, name: domain.name } as const;
    const event = { action: 'snapshot_key.rotated', domainId: domain.id, ...by, target } as const;
    await recordAudit(trx, { ...event, detail: { tickets } });
    return { tickets };
  });
}

/** Locks the feed, as every change of a ticket does, and makes it another one without rows. @returns the number of tickets */
async function renewFeed(trx: Database, domainId: string): Promise<number> {
  const { rows } = await sql<{ ticket_count: string }>`
    update ticket_feeds set snapshot_key = default, snapshot_id = default, key_sum = 0, change_sum = 0
    where domain_id = ${domainId} returning ticket_count`.execute(trx);
  return Number(rows[0]?.ticket_count ?? 0);
}

/** Writes the keys of some changes, and adds them to the sums. @returns the last one; `null`: there was none */
async function renewChanges(
  trx: Database,
  domainId: string,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  const { rows } = await sql<{ last: string | null }>`
    with due as (
      select change, ticket_id from ticket_changes where domain_id = ${domainId} and change > ${after}
      order by change limit ${limit}
    ), written as (
      update ticket_changes as row set key = sha256(feed.outer_key || sha256(feed.inner_key || ticket.barcode))
      from due join tickets as ticket on ticket.domain_id = ${domainId} and ticket.id = due.ticket_id
        join ticket_feeds as feed on feed.domain_id = ${domainId}
      where row.domain_id = ${domainId} and row.change = due.change
      returning row.key, row.change
    )
    update ticket_feeds set
      key_sum = add_to_sum(key_sum, (select sum(key_number(key, 6)) from written)),
      change_sum = add_to_sum(change_sum, (select sum(key_number(key, 3) * (change & 16777215)) from written))
    where domain_id = ${domainId} returning (select max(change) from written) as last`.execute(trx);
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}
