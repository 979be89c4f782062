import type { TicketState } from '@scantix/api-contract/rules';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { type TicketRow, usageColumns } from './ticket-state.ts';

/** Writes what a scan or an undo changed on a ticket. Resolves with the ticket's new change number. */
export async function saveUsage(
  trx: Database,
  { id, domain_id }: Pick<TicketRow, 'id' | 'domain_id'>,
  { state, at }: { state: TicketState; at: number },
): Promise<number> {
  const changes = await saveUsages(trx, { domainId: domain_id, used: [{ id, state }], at });
  const change = changes.get(id);
  if (change === undefined) throw new Error('The ticket changed, but it is not in the feed');
  return change;
}

/**
 * Writes what scans changed on tickets. Resolves with the new change number of each. No other ticket of the domain can
 * change from this statement to the commit, so run it late in the transaction.
 */
export async function saveUsages(
  trx: Database,
  { domainId, used, at }: { domainId: string; used: readonly { id: string; state: TicketState }[]; at: number },
): Promise<Map<string, number>> {
  if (used.length === 0) return new Map();
  const usages = used.map(({ id, state }) => ({ id, domain_id: domainId, ...usageColumns(state) }));
  // By the domain in the rows, and with their number: as in `writeScans`.
  await sql`
    update tickets set entries_used = used.entries_used, inside = used.inside, first_use = used.first_use,
      last_entry = used.last_entry, recent_effects = used.recent_effects, updated_at = ${new Date(at)}
    from (
      select * from jsonb_to_recordset(${JSON.stringify(usages)}::jsonb) as used (
        domain_id uuid, id uuid, entries_used integer, inside integer, first_use jsonb, last_entry jsonb, recent_effects jsonb
      )
      limit ${usages.length}
    ) as used
    where tickets.domain_id = used.domain_id and tickets.id = used.id`.execute(trx);
  // The feed is locked since the update, so its newest changes are these.
  const changes = await trx
    .selectFrom('ticket_changes as changed')
    .innerJoin('ticket_feeds as feed', 'feed.domain_id', 'changed.domain_id')
    .select(['changed.ticket_id', 'changed.change'])
    .where('feed.domain_id', '=', domainId)
    .where(({ eb, ref }) => eb('changed.change', '>', eb(ref('feed.last_change'), '-', String(used.length))))
    .execute();
  return new Map(changes.map(({ ticket_id, change }) => [ticket_id ?? '', Number(change)]));
}
