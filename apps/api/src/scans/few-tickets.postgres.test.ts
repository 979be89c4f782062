import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { openPostgres } from '../database/open-database.ts';
import { createScanStore, type ScanStore } from '../testing/scan-store.ts';
import { START_MS } from '../testing/start-ms.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

const TICKETS = 5_000;

let store: ScanStore;
beforeAll(async () => {
  store = await createScanStore(async () => {
    const database = await createPostgresDatabase();
    await migrate(database.db);
    // One connection, so that what it has read can be counted.
    const db = openPostgres({ url: database.url ?? '', maxConnections: 1, onIdleError: () => {} });
    const drop = async () => {
      await db.destroy();
      await database.drop();
    };
    return { ...database, db, drop };
  });
}, START_MS);
afterAll(() => store.drop());

test('a scan reads its ticket, and not all of a small domain', async () => {
  const { db, north } = store;
  await sql`
    insert into tickets (id, domain_id, barcode, status, type, works_at, entries_allowed, updated_at, search_text)
    select gen_random_uuid(), ${north.id}, convert_to('FEW-' || n, 'UTF8'), 'valid', 'Day', '{}', 1, now(), ''
    from generate_series(1, ${TICKETS}::int) as n`.execute(db);
  await sql`analyze tickets`.execute(db);
  const count = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ read: string }>`
      select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_user_tables where relname ~ '^tickets'`.execute(db);
    return Number(rows[0]?.read);
  };
  const before = await count();
  const [result] = await store.record(store.signedIn(north), store.scanAt(north, { barcode: 'FEW-7' }));
  expect(result).toMatchObject({ verdict: { outcome: 'accepted' } });
  expect((await count()) - before).toBeLessThan(TICKETS / 100);
});
