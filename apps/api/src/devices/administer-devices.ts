import { timestamp } from '@scantix/api-contract';
import type { AdminDevice } from '@scantix/api-contract/admin';
import * as z from 'zod/mini';
import { type AuditEvent, recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { limitOf, type PageQuery, pageOf } from '../http/page.ts';

/** Who does it, for the audit log. */
export type By = Pick<AuditEvent, 'actor' | 'address'>;

/** A device of a domain. */
export interface DeviceKey {
  readonly domainId: string;
  readonly deviceId: string;
}

/** No text of the database has U+0000. */
const position = z.tuple([timestamp, z.string().check(z.refine((id) => !id.includes('\0')))]);

/** A page of the devices that have made a call in a domain, the last seen first. */
export async function listDevices(db: Database, domainId: string, query: PageQuery) {
  let devices = selectDevices(db, domainId)
    .orderBy('devices.seen_at', 'desc')
    .orderBy('devices.device_id')
    .limit(limitOf(query) + 1);
  if (query.cursor !== undefined) {
    const [at, id] = parseCursor(position, query.cursor);
    const seenAt = new Date(at);
    devices = devices.where(({ and, eb, or }) =>
      or([
        eb('devices.seen_at', '<', seenAt),
        and([eb('devices.seen_at', '=', seenAt), eb('devices.device_id', '>', id)]),
      ]),
    );
  }
  return pageOf(await devices.execute(), query, {
    itemOf: deviceOf,
    cursorAfter: ({ seen_at, device_id }) => formatCursor([seen_at.toISOString(), device_id]),
  });
}

/**
 * Reads one device.
 * @throws ApiError `not_found`: the domain has no such device
 */
export async function readDevice(db: Database, { domainId, deviceId }: DeviceKey): Promise<AdminDevice> {
  const row = await selectDevices(db, domainId).where('devices.device_id', '=', deviceId).executeTakeFirst();
  if (!row) throw new ApiError('not_found', 'There is no such device in this domain');
  return deviceOf(row);
}

/**
 * Gives a device a name; `null`: none.
 * @throws ApiError `not_found`: the domain has no such device
 */
export function nameDevice(
  { db }: { readonly db: Database },
  { name, ...key }: DeviceKey & { readonly name: string | null },
  by: By,
): Promise<AdminDevice> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('devices')
      .set({ name })
      .where('domain_id', '=', key.domainId)
      .where('device_id', '=', key.deviceId)
      .execute();
    const device = await readDevice(trx, key);
    const target = { kind: 'device', id: key.deviceId, ...(name !== null && { name }) } as const;
    await recordAudit(trx, { action: 'device.named', domainId: key.domainId, ...by, target });
    return device;
  });
}

const selectDevices = (db: Database, domainId: string) =>
  db
    .selectFrom('devices')
    .leftJoin('clerks', 'clerks.id', 'devices.clerk_id')
    .selectAll('devices')
    .select('clerks.login')
    .where('devices.domain_id', '=', domainId);

type Row = Awaited<ReturnType<ReturnType<typeof selectDevices>['execute']>>[number];

function deviceOf(row: Row): AdminDevice {
  const { name, login, address, app_build, wire, waiting, wipe_ordered_at, wipe_ordered_by, wipe_done_at } = row;
  return {
    ...{ id: row.device_id, name, clerk: login, address, app_build, wire, waiting },
    first_seen_at: row.first_seen_at.toISOString(),
    seen_at: row.seen_at.toISOString(),
    wipe: wipe_ordered_at && {
      ordered_at: wipe_ordered_at.toISOString(),
      ordered_by: wipe_ordered_by ?? '',
      done_at: wipe_done_at?.toISOString() ?? null,
      kept: row.wipe_kept,
    },
  };
}
