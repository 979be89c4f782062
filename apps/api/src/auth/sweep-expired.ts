import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

const DELETED_AFTER_MS = 7 * 24 * 3_600_000;

/** Deletes sessions that expired, and sign-in counts that last changed, more than a week ago. */
export async function sweepExpired({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now() - DELETED_AFTER_MS);
  await db.deleteFrom('sessions').where('expires_at', '<', before).execute();
  await db.deleteFrom('login_limits').where('updated_at', '<', before).execute();
}
