import { type DeviceKey, registerDeviceKey as endpoint } from '@scantix/api-contract';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import type { Clock } from '../system/clock.ts';
import { checkProof } from './device-proof.ts';

interface Registration {
  readonly clerk: SignedInClerk;
  readonly accessToken: string;
  readonly key: DeviceKey;
  readonly proof: string;
  /** The network address of the caller. */
  readonly address: string;
}

/**
 * Binds a session to the key of its device, once: from then on nothing but a proof by it refreshes the session.
 * @throws ApiError `forbidden` for a proof that is not the key's, or a session that has another key
 */
export async function bindDeviceKey(
  { db, clock, newId }: { readonly db: Database; readonly clock: Clock; readonly newId: () => string },
  { clerk, accessToken, key, proof, address }: Registration,
): Promise<void> {
  const now = clock.now();
  const check = await checkProof(proof, { key, path: endpoint.path, token: accessToken, now });
  if (check.kind !== 'valid') throw new ApiError('forbidden', 'The device key is not proven');
  const { domainId, deviceId, sessionId } = clerk;
  await db.transaction().execute(async (trx) => {
    const before = await findKeys(trx, { domainId, deviceId });
    const publicKey = formatKey(key);
    const id = await saveKey(trx, { id: newId(), domainId, deviceId, publicKey, now });
    const bound = await trx
      .updateTable('sessions')
      .set({ device_key: id })
      .where('id', '=', sessionId)
      .where(({ eb, or }) => or([eb('device_key', 'is', null), eb('device_key', '=', id)]))
      .executeTakeFirst();
    if (bound.numUpdatedRows === 0n) throw new ApiError('forbidden', 'The session has another device key');
    if (before.includes(publicKey)) return;
    await recordAudit(trx, {
      action: 'device_key.registered',
      domainId,
      actor: { kind: 'clerk', id: clerk.id, login: clerk.login },
      target: { kind: 'device', id: deviceId },
      detail: { key: id, earlier_keys: before.length },
      address,
    });
  });
}

/** The keys that the device, by the id that it claims, has registered. */
async function findKeys(trx: Database, { domainId, deviceId }: { domainId: string; deviceId: string }) {
  const rows = await trx
    .selectFrom('device_keys')
    .select('public_key')
    .where('domain_id', '=', domainId)
    .where('device_id', '=', deviceId)
    .execute();
  return rows.map(({ public_key }) => public_key);
}

/** The id of a key, which is a new one only for a key that the domain does not know. */
async function saveKey(
  trx: Database,
  row: { id: string; domainId: string; deviceId: string; publicKey: string; now: number },
): Promise<string> {
  const registered_at = new Date(row.now);
  const { id } = await trx
    .insertInto('device_keys')
    .values({
      domain_id: row.domainId,
      id: row.id,
      public_key: row.publicKey,
      device_id: row.deviceId,
      registered_at,
    })
    // The device may have a new id since.
    .onConflict((same) =>
      same.columns(['domain_id', 'public_key']).doUpdateSet({ device_id: row.deviceId, registered_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function formatKey({ x, y }: DeviceKey): string {
  return `${x}.${y}`;
}

/** Reads a stored key. */
export function parseKey(publicKey: string): DeviceKey {
  const [x = '', y = ''] = publicKey.split('.');
  return { kty: 'EC', crv: 'P-256', x, y };
}
