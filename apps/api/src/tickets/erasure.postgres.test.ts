import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { eraseHolder } from './erase-holder.ts';
import { describeErasure } from './erasure.suite.ts';

describe('the erasure of a holder on PostgreSQL', () => describeErasure(createPostgresDatabase));

test(
  'an erasure of many scans locks their messages in the order in which a turn writes them',
  async () => {
    const server = await startTestServer(await createPostgresDatabase());
    const { db, north, newId } = server;
    const clerk = await server.signIn();
    await north.addTicket('MANY', { holder: 'Erika Many' });
    const ids = Array.from({ length: 150 }, newId).toSorted();
    await clerk.post(...ids.map((id) => ({ id, barcode: 'MANY' })));
    const at = new Date();
    const hook = { domain_id: north.id, id: newId(), url: 'https://shop.example/', events: ['scan.accepted'] };
    await db
      .insertInto('webhooks')
      .values({ ...hook, holder_data: true, secret: Buffer.of(1), created_at: at })
      .execute();
    // Recorded in another order than that of their ids: a gate without a network delivers later.
    for (const id of ids.toReversed())
      await sql`
      insert into webhook_deliveries (domain_id, webhook_id, type, id, data, created_at, waiting_since, next_at)
      values (${north.id}, ${hook.id}, 'scan.accepted', ${id}, '{"ticket":{"holder":"Erika Many"}}', ${at}, ${at}, ${at})`.execute(
        db,
      );
    const turn = await db.startTransaction().execute();
    const lock = (id: string | undefined) =>
      sql`select from webhook_deliveries where id = ${id} for update`.execute(turn);
    await lock(ids.at(-1));
    const erasing = eraseHolder(db, { domainId: north.id, barcodes: ['MANY'], at });
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await lock(ids[0]);
    await turn.commit().execute();
    expect(await erasing).toEqual({ tickets: 1, scans: 150 });
    const named = db.selectFrom('webhook_deliveries').select('id').where('data', 'like', '%Erika%');
    expect(await named.execute()).toEqual([]);
    await server.stop();
  },
  START_MS,
);
