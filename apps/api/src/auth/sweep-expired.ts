import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

const DAY_MS = 24 * 3_600_000;
/** A day more than `MAX_CLAIM_AGE_MS` of scans. */
const SESSIONS_KEPT_MS = 32 * DAY_MS;

/**
 * Deletes what nothing refers to any more: sessions that expired so long ago that no scan can name them without a mark; keys
 * of devices that no session and no open order to wipe has; sign-in counts and signing keys that ended more than a week ago.
 */
export async function sweepExpired({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = (ageMs: number) => new Date(clock.now() - ageMs);
  await db.deleteFrom('sessions').where('expires_at', '<', before(SESSIONS_KEPT_MS)).execute();
  await db
    .deleteFrom('device_keys')
    // A registration sets the time anew: one that is under way keeps its key.
    .where('registered_at', '<', before(SESSIONS_KEPT_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sessions')
            .select('sessions.id')
            .whereRef('sessions.device_key', '=', 'device_keys.id')
            .whereRef('sessions.domain_id', '=', 'device_keys.domain_id'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('devices')
            .select('devices.device_id')
            .whereRef('devices.domain_id', '=', 'device_keys.domain_id')
            .where(sql<boolean>`device_keys.id = any(devices.wipe_keys)`),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('login_limits')
    .where('updated_at', '<', before(7 * DAY_MS))
    .execute();
  await db
    .deleteFrom('signing_keys')
    .where(sql<boolean>`replaced_at + token_seconds * interval '1 second' < ${before(7 * DAY_MS)}`)
    .execute();
}
