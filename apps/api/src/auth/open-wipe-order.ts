import type { Database } from '../database/tables.ts';

interface Ordered {
  readonly wipe_order: string | null;
  readonly wipe_done_at: Date | null;
  /** The keys that the device had; `null` or empty: none. */
  readonly wipe_keys: string[] | null;
}

/** The open order to wipe a device that a session with this key hears of: of a device that had keys, those alone do. */
export function openWipeOrder(device: Ordered | undefined, key: string | null): { wipeOrder?: string } {
  if (!device?.wipe_order || device.wipe_done_at) return {};
  const { wipe_order: wipeOrder, wipe_keys: keys } = device;
  return !keys?.length || (key !== null && keys.includes(key)) ? { wipeOrder } : {};
}

/** The open order to wipe the device of a session. */
export async function findWipeOrder(
  db: Database,
  session: { domain_id: string; device_id: string; device_key: string | null },
): Promise<{ wipeOrder?: string }> {
  const device = await db
    .selectFrom('devices')
    .select(['wipe_order', 'wipe_done_at', 'wipe_keys'])
    .where('domain_id', '=', session.domain_id)
    .where('device_id', '=', session.device_id)
    .executeTakeFirst();
  return openWipeOrder(device, session.device_key);
}
