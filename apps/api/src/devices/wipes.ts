import { revokeSessions } from '../auth/revoke-sessions.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { Clock } from '../system/clock.ts';

/** What the orders to wipe a device need. */
export interface WipeParts {
  readonly db: Database;
  readonly clock: Clock;
}

/** A device of a domain. */
export interface DeviceKey {
  readonly domainId: string;
  readonly deviceId: string;
}

/** The state of an order: times are ISO 8601. */
export interface WipeOrder {
  readonly order: string;
  readonly ordered_at: string;
  readonly ordered_by: string;
}

const COLUMNS = ['wipe_order', 'wipe_ordered_at', 'wipe_ordered_by', 'wipe_done_at'] as const;

/**
 * Orders a device to wipe itself with the next answer that it gets. An order that is open stays as it is.
 * @throws ApiError `not_found`: the domain has no such device
 */
export function orderWipe(
  { db, clock }: WipeParts,
  { domainId, deviceId, by, newId }: DeviceKey & { readonly by: string; readonly newId: () => string },
): Promise<WipeOrder> {
  return db.transaction().execute(async (trx) => {
    const device = await lockDevice(trx, { domainId, deviceId });
    const { wipe_order, wipe_ordered_at, wipe_ordered_by, wipe_done_at } = device;
    if (wipe_order && wipe_ordered_at && !wipe_done_at) {
      return { order: wipe_order, ordered_at: wipe_ordered_at.toISOString(), ordered_by: wipe_ordered_by ?? '' };
    }
    const order = newId();
    const orderedAt = new Date(clock.now());
    await trx
      .updateTable('devices')
      .set({
        ...{ wipe_order: order, wipe_ordered_at: orderedAt, wipe_ordered_by: by },
        ...{ wipe_done_at: null, wipe_kept: null },
      })
      .where('domain_id', '=', domainId)
      .where('device_id', '=', deviceId)
      .execute();
    return { order, ordered_at: orderedAt.toISOString(), ordered_by: by };
  });
}

/**
 * Takes an open order back. Returns whether there was one: a device that has heard of it has wiped itself.
 * @throws ApiError `not_found`: the domain has no such device
 */
export function takeWipeBack({ db }: WipeParts, key: DeviceKey): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { wipe_order, wipe_done_at } = await lockDevice(trx, key);
    if (!wipe_order || wipe_done_at) return false;
    await trx
      .updateTable('devices')
      .set({ wipe_order: null, wipe_ordered_at: null, wipe_ordered_by: null })
      .where('domain_id', '=', key.domainId)
      .where('device_id', '=', key.deviceId)
      .execute();
    return true;
  });
}

/**
 * Notes that a device has wiped itself, and ends its sessions. A second report changes nothing.
 * @throws ApiError `not_found`: no device has such an order
 */
export function noteWiped(
  { db, clock }: WipeParts,
  { order, kept }: { readonly order: string; readonly kept: number },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const device = await trx
      .selectFrom('devices')
      .select(['domain_id', 'device_id', 'wipe_done_at'])
      .where('wipe_order', '=', order)
      .forUpdate()
      .executeTakeFirst();
    if (!device) throw new ApiError('not_found', 'There is no such order');
    if (device.wipe_done_at) return;
    const now = new Date(clock.now());
    await trx
      .updateTable('devices')
      .set({ wipe_done_at: now, wipe_kept: kept })
      .where('wipe_order', '=', order)
      .execute();
    const { domain_id: domainId, device_id: deviceId } = device;
    await revokeSessions(trx, { domainId, deviceId }, { because: 'device_wiped', at: now });
  });
}

async function lockDevice(trx: Pick<Database, 'selectFrom'>, { domainId, deviceId }: DeviceKey) {
  const device = await trx
    .selectFrom('devices')
    .select(COLUMNS)
    .where('domain_id', '=', domainId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw new ApiError('not_found', 'There is no such device in this domain');
  return device;
}
