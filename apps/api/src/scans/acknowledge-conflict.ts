import type { acknowledgeConflict as endpoint } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { conflictRecords, selectConflicts } from './conflict-record.ts';

/** Marks a conflict as settled. An earlier mark stays. */
export async function acknowledgeConflict(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { clerk, params }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const { domainId } = clerk;
  await db
    .updateTable('scan_conflicts')
    .set({ acknowledged_at: new Date(clock.now()), acknowledged_by: clerk.id })
    .where('domain_id', '=', domainId)
    .where('id', '=', params.id)
    .where('acknowledged_at', 'is', null)
    .execute();
  const rows = await selectConflicts(db, domainId).where('conflict.id', '=', params.id).execute();
  const [record] = await conflictRecords(db, domainId, rows);
  if (!record) throw new ApiError('not_found', 'Unknown conflict');
  return record;
}
