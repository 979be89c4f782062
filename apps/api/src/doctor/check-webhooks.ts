import type { Finding } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

const MINUTE_MS = 60_000;
/** A message is sent within seconds while its receiver answers. */
const LATE_MS = 10 * MINUTE_MS;

/** Checks that messages of webhooks leave the outbox, and that no webhook was disabled by its failures. */
export async function checkWebhooks({ db, clock }: { db: Database; clock: Clock }): Promise<Finding[]> {
  const { rows } = await sql<{ waiting: string; oldest: Date | null; failed: string }>`
    /* Of all domains. */
    select count(message.id) as waiting, min(message.waiting_since) as oldest,
      (select count(*) from webhooks where disabled_because in ('failing', 'gone')) as failed
    from webhooks as hook
    join webhook_deliveries as message on message.domain_id = hook.domain_id and message.webhook_id = hook.id
    where hook.disabled_at is null and message.state = 'waiting'`.execute(db);
  const [{ waiting, oldest, failed } = { waiting: '0', oldest: null, failed: '0' }] = rows;
  const ageMs = oldest ? clock.now() - new Date(oldest).getTime() : 0;
  const texts = [
    ageMs > LATE_MS ? `${waiting} messages wait, the oldest for ${Math.floor(ageMs / MINUTE_MS)} min` : '',
    Number(failed) > 0 ? `${failed} were disabled since their receivers take nothing` : '',
  ].filter((text) => text !== '');
  return texts.length === 0
    ? [{ check: 'webhooks', status: 'ok', message: `${waiting} messages wait` }]
    : [{ check: 'webhooks', status: 'warning', message: texts.join('; ') }];
}
