import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

/** Reads what all processes share, in Prometheus' text format: the outbox of webhooks, and devices by their last sight. */
export async function readDatabaseFigures({ db, clock }: { db: Database; clock: Clock }): Promise<string> {
  const now = clock.now();
  const outbox = await db
    .selectFrom('webhook_deliveries as message')
    .innerJoin('webhooks as hook', (join) =>
      join.onRef('hook.domain_id', '=', 'message.domain_id').onRef('hook.id', '=', 'message.webhook_id'),
    )
    .modifyFront(sql`/* Of all domains. */`)
    .select([sql<number>`count(*)`.as('messages'), sql<Date | null>`min(waiting_since)`.as('oldest')])
    .select(sql<number>`(select count(*) from webhooks where disabled_because in ('failing', 'gone'))`.as('disabled'))
    .where('message.state', '=', 'waiting')
    // Nothing of one that is disabled is due.
    .where('hook.disabled_at', 'is', null)
    .executeTakeFirstOrThrow();
  const seen = (minutes: number) =>
    sql<number>`count(*) filter (where seen_at > ${new Date(now - minutes * 60_000)}::timestamptz)`;
  const devices = await db
    .selectFrom('devices')
    .select([seen(5).as('5m'), seen(60).as('1h'), seen(24 * 60).as('24h'), sql<number>`count(*)`.as('ever')])
    .executeTakeFirstOrThrow();
  const age = outbox.oldest ? Math.max(0, now - outbox.oldest.getTime()) / 1_000 : 0;
  return [
    ...gauge(
      'scantix_webhook_messages_waiting',
      'Messages in the outbox for webhooks that are not disabled, of all processes.',
      [['', outbox.messages]],
    ),
    ...gauge('scantix_webhook_oldest_seconds', 'Age of the oldest of them.', [['', age]]),
    ...gauge(
      'scantix_webhooks_disabled',
      'Webhooks that were disabled since their receivers take nothing, of all processes.',
      [['', outbox.disabled]],
    ),
    ...gauge(
      'scantix_devices',
      'Devices that made a call within that time, of all processes.',
      Object.entries(devices).map(([within, count]) => [`{within="${within}"}`, count]),
    ),
    '',
  ].join('\n');
}

function gauge(name: string, help: string, values: readonly (readonly [labels: string, value: unknown])[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(([labels, value]) => `${name}${labels} ${Number(value)}`),
  ];
}
