import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';
import { GIVE_UP_AFTER_MS, KEEP_DELIVERED_MS, KEEP_GIVEN_UP_MS } from './retry-plan.ts';

const DAY_MS = 86_400_000;

/** Gives up what has waited too long, deletes what was kept long enough. */
export async function sweepWebhooks({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now();
  const before = (ageMs: number) => new Date(now - ageMs);
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'given_up', finished_at: new Date(now) })
    .where('state', '=', 'waiting')
    .where('waiting_since', '<', before(GIVE_UP_AFTER_MS + DAY_MS))
    .execute();
  const finished = [
    ['delivered', KEEP_DELIVERED_MS],
    ['given_up', KEEP_GIVEN_UP_MS],
  ] as const;
  for (const [state, keptMs] of finished) {
    await db
      .deleteFrom('webhook_deliveries')
      .where('state', '=', state)
      .where('finished_at', '<', before(keptMs))
      .execute();
  }
}
