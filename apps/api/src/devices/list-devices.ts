import type { Database } from '../database/tables.ts';

/** The devices that have made a call in a domain, the last seen first. */
export async function listDevices(db: Database, domainId: string) {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('clerks', 'clerks.id', 'devices.clerk_id')
    .selectAll('devices')
    .select('clerks.login')
    .where('devices.domain_id', '=', domainId)
    .orderBy('devices.seen_at', 'desc')
    .orderBy('devices.device_id')
    .execute();
  return rows.map((row) => ({
    id: row.device_id,
    name: row.name,
    clerk: row.login,
    first_seen_at: row.first_seen_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    address: row.address,
    app_build: row.app_build,
    wire: row.wire,
    waiting: row.waiting,
    wipe:
      row.wipe_ordered_at === null
        ? null
        : {
            ordered_at: row.wipe_ordered_at.toISOString(),
            ordered_by: row.wipe_ordered_by ?? '',
            done_at: row.wipe_done_at?.toISOString() ?? null,
            kept: row.wipe_kept,
          },
  }));
}
