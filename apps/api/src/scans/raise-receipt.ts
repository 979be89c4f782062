import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** Whose receipt numbers are raised: those of the device whose session makes the call. */
export interface ReceiptCounter {
  readonly domainId: string;
  readonly deviceId: string;
}

/**
 * The statement that raises the receipt number of a device by its changes. It locks the number until the commit, so the
 * numbers of a device have no gap, and none is visible before a smaller one. Tickets and the feed are locked before it.
 */
export function raiseReceipt({ domainId, deviceId }: ReceiptCounter, changes: number) {
  return (db: Pick<Database, 'insertInto'>) =>
    db
      .insertInto('device_receipts')
      .values({ domain_id: domainId, device_id: deviceId, last_receipt: changes })
      .onConflict((own) =>
        own.columns(['domain_id', 'device_id']).doUpdateSet({
          last_receipt: sql`device_receipts.last_receipt + excluded.last_receipt`,
        }),
      )
      .returning('last_receipt');
}

/** In a statement with `raised`: the receipt number that is as much below the highest. */
export const raisedReceipt = (below = 0) => sql<number>`(select last_receipt - ${sql.lit(below)} from raised)`;

/** A receipt number as it travels. */
export const receiptOf = (receipt: string | number | null | undefined) =>
  receipt === null || receipt === undefined ? {} : { receipt: Number(receipt) };
