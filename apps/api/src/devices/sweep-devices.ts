import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

/** How long a device is listed after its last call: as long as its cookie counts. */
export const DEVICES_KEPT_MS = 90 * 24 * 3_600_000;

/** Deletes devices that were not seen for long, but none that somebody has named or that has not heard of its wipe. */
export async function sweepDevices({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('devices')
    .where('seen_at', '<', new Date(clock.now() - DEVICES_KEPT_MS))
    .where('name', 'is', null)
    .where(({ eb, or }) => or([eb('wipe_order', 'is', null), eb('wipe_done_at', 'is not', null)]))
    .execute();
}
