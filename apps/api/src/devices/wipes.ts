import type { AdminDevice } from '@scantix/api-contract/admin';
import { recordAudit } from '../audit/record-audit.ts';
import { revokeSessions } from '../auth/revoke-sessions.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { Clock } from '../system/clock.ts';
import { type By, type DeviceKey, readDevice } from './administer-devices.ts';

/** What the orders to wipe a device need. */
export interface WipeParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/**
 * Orders a device to wipe itself with the next answer that it gets. An order that is open stays as it is. Where the device
 * has registered keys, only sessions with one of these hear of it.
 * @throws ApiError `not_found`: the domain has no such device
 */
export function orderWipe({ db, clock, newId }: WipeParts, key: DeviceKey, by: By): Promise<AdminDevice> {
  return db.transaction().execute(async (trx) => {
    if (await hasOpenOrder(trx, key)) return readDevice(trx, key);
    const wipe_ordered_by = by.actor.kind === 'clerk' ? by.actor.login : by.actor.kind;
    await updateDevice(trx, key, {
      ...{ wipe_order: newId(), wipe_ordered_at: new Date(clock.now()), wipe_ordered_by },
      ...{ wipe_keys: await listKeys(trx, key), wipe_done_at: null, wipe_kept: null },
    });
    await recordAudit(trx, { action: 'device.wipe_ordered', domainId: key.domainId, ...by, target: targetOf(key) });
    return readDevice(trx, key);
  });
}

/**
 * Takes an open order back: a device that has not heard of it yet keeps what it has.
 * @throws ApiError `not_found`: the domain has no such device; `conflict`: no order is open
 */
export function cancelWipe({ db }: Pick<WipeParts, 'db'>, key: DeviceKey, by: By): Promise<AdminDevice> {
  return db.transaction().execute(async (trx) => {
    if (!(await hasOpenOrder(trx, key))) throw new ApiError('conflict', 'No order to wipe this device is open');
    await updateDevice(trx, key, { wipe_order: null, wipe_ordered_at: null, wipe_ordered_by: null, wipe_keys: null });
    await recordAudit(trx, { action: 'device.wipe_cancelled', domainId: key.domainId, ...by, target: targetOf(key) });
    return readDevice(trx, key);
  });
}

/**
 * Notes that a device has wiped itself, and ends its sessions of before the order: a report may come after the next
 * sign-in. A second report changes nothing.
 * @throws ApiError `not_found`: no device has such an order
 */
export function noteWiped(
  { db, clock }: Pick<WipeParts, 'db' | 'clock'>,
  { order, kept, address }: { readonly order: string; readonly kept: number; readonly address: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const device = await trx
      .selectFrom('devices')
      .select(['domain_id', 'device_id', 'wipe_ordered_at', 'wipe_done_at'])
      .where('wipe_order', '=', order)
      .forUpdate()
      .executeTakeFirst();
    if (!device) throw new ApiError('not_found', 'There is no such order');
    if (device.wipe_done_at) return;
    const key = { domainId: device.domain_id, deviceId: device.device_id };
    const at = new Date(clock.now());
    await updateDevice(trx, key, { wipe_done_at: at, wipe_kept: kept, wipe_keys: null });
    await revokeSessions(trx, key, { because: 'device_wiped', at, openedUntil: device.wipe_ordered_at });
    const actor = { kind: 'nobody' } as const;
    const event = { action: 'device.wiped', domainId: key.domainId, actor, target: targetOf(key) } as const;
    await recordAudit(trx, { ...event, detail: { kept }, address });
  });
}

const targetOf = ({ deviceId }: DeviceKey) => ({ kind: 'device', id: deviceId }) as const;

/** Whether an order is open. Locks the device. */
async function hasOpenOrder(trx: Database, { domainId, deviceId }: DeviceKey): Promise<boolean> {
  const device = await trx
    .selectFrom('devices')
    .select(['wipe_order', 'wipe_done_at'])
    .where('domain_id', '=', domainId)
    .where('device_id', '=', deviceId)
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw new ApiError('not_found', 'There is no such device in this domain');
  return device.wipe_order !== null && device.wipe_done_at === null;
}

/** The keys of a device. */
async function listKeys(trx: Database, { domainId, deviceId }: DeviceKey): Promise<string[]> {
  const keys = await trx
    .selectFrom('device_keys')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('device_id', '=', deviceId)
    .execute();
  return keys.map(({ id }) => id);
}

type Wipe = Partial<
  Record<'wipe_order' | 'wipe_ordered_by', string | null> & Record<'wipe_ordered_at' | 'wipe_done_at', Date | null>
> & { readonly wipe_kept?: number | null; readonly wipe_keys?: string[] | null };

function updateDevice(trx: Database, { domainId, deviceId }: DeviceKey, wipe: Wipe) {
  return trx
    .updateTable('devices')
    .set(wipe)
    .where('domain_id', '=', domainId)
    .where('device_id', '=', deviceId)
    .execute();
}
