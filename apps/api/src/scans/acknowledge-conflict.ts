import type { acknowledgeConflict as endpoint } from '@scantix/api-contract';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { conflictRecords, selectConflicts } from './conflict-record.ts';

/** Marks a conflict as settled. An earlier mark stays. */
export async function acknowledgeConflict(
  { db, clock, clientAddress }: { readonly db: Database; readonly clock: Clock; readonly clientAddress: ClientAddress },
  { clerk, params, context }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { domainId } = clerk;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('scan_conflicts')
      .set({ acknowledged_at: new Date(clock.now()), acknowledged_by: clerk.id })
      .where('domain_id', '=', domainId)
      .where('id', '=', params.id)
      .where('acknowledged_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await recordAudit(trx, {
      action: 'conflict.acknowledged',
      domainId,
      actor: { kind: 'clerk', id: clerk.id, login: clerk.login },
      target: { kind: 'conflict', id: params.id },
      address: clientAddress(context),
    });
  });
  const rows = await selectConflicts(db, domainId).where('conflict.id', '=', params.id).execute();
  const [record] = await conflictRecords(db, domainId, rows);
  if (!record) throw new ApiError('not_found', 'Unknown conflict');
  return record;
}
