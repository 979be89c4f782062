import { sql } from 'kysely';
import { anyOf } from '../database/any-of.ts';
import { loadTogether } from '../database/load-together.ts';
import { PREPARED } from '../database/prepared-statements.ts';
import type { Database } from '../database/tables.ts';
import type { AccessClaims } from './access-tokens.ts';

/** Creates the search for the sessions of calls, with all that a call needs to know of its clerk. Calls share a query. */
export const createSessionSearch = (db: Database) =>
  loadTogether(async (asked: readonly AccessClaims[]) => {
    const rows = await findSessions(db, asked);
    return asked.map(({ sessionId, clerkId, kid }) =>
      rows.find((row) => row.id === sessionId && row.clerk_id === clerkId && row.kid === kid),
    );
  });

function findSessions(db: Database, asked: readonly AccessClaims[]) {
  return (
    db
      .selectFrom('sessions as session')
      .innerJoin('clerks as clerk', 'clerk.id', 'session.clerk_id')
      .innerJoin('domains as domain', 'domain.id', 'clerk.domain_id')
      .innerJoin('workgroups as workgroup', 'workgroup.id', 'clerk.workgroup_id')
      .leftJoin('device_receipts as receipts', (join) =>
        join
          .onRef('receipts.domain_id', '=', 'session.domain_id')
          .onRef('receipts.device_id', '=', 'session.device_id'),
      )
      .leftJoin('devices as device', (join) =>
        join.onRef('device.domain_id', '=', 'session.domain_id').onRef('device.device_id', '=', 'session.device_id'),
      )
      // Read at every call, so a revoked key verifies nothing in any process.
      .innerJoin('signing_keys as key', (join) =>
        join
          .on(
            'key.kid',
            '=',
            anyOf(
              asked.map(({ kid }) => kid),
              'text',
            ),
          )
          .on('key.state', '<>', 'revoked'),
      )
      .select(({ selectFrom }) => selectFrom('database_epoch').select('epoch').as('epoch'))
      .select(
        sql<string[]>`array(
        select checkpoint_id from workgroup_checkpoints as own where own.workgroup_id = workgroup.id
      )`.as('scans_at'),
      )
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('webhooks')
            .select('id')
            .whereRef('webhooks.domain_id', '=', 'domain.id')
            .where('webhooks.disabled_at', 'is', null),
        ).as('has_webhooks'),
      )
      .select([
        'session.device_id',
        'session.device_key',
        'receipts.last_receipt',
        'device.seen_at',
        'device.checkpoint_id as device_checkpoint_id',
        'device.wipe_order',
        'device.wipe_keys',
        'device.wipe_done_at',
        'session.expires_at',
        'session.revoked_at',
        'clerk.login',
        'clerk.user_name',
        'clerk.disabled_at',
        'domain.id as domain_id',
        'domain.name as domain',
        'domain.ticketing',
        'workgroup.id as workgroup_id',
        'workgroup.name as workgroup',
        'workgroup.rights',
        'workgroup.name_search',
      ])
      .select(['session.id', 'session.clerk_id', 'key.kid'])
      .where(
        'session.id',
        '=',
        anyOf(
          asked.map(({ sessionId }) => sessionId),
          'uuid',
        ),
      )
      .modifyEnd(PREPARED)
      .execute()
  );
}
