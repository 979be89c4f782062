import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { createScanStore, type ScanStore } from '../testing/scan-store.ts';
import { START_MS } from '../testing/start-ms.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { findRecorded } from './find-recorded.ts';

const SCANS = 20_000;

let store: ScanStore;
beforeAll(async () => {
  store = await createScanStore(async () => {
    const database = await createPostgresDatabase();
    await migrate(database.db);
    return database;
  });
}, START_MS);
afterAll(() => store.drop());

test('a turn reads the scans that it names, though the statistics know of none', async () => {
  const { db, north, newId } = store;
  // As in the first minute of a large event: the table is as it was when it was last looked at.
  await sql`analyze scans`.execute(db);
  await sql`alter table scans set (autovacuum_enabled = false)`.execute(db).catch(() => {});
  const scan = store.scanAt(north);
  await store.record(store.signedIn(north), scan);
  const ids = Array.from({ length: SCANS }, newId);
  await sql`
    insert into scans (id, domain_id, barcode, symbology, scan_method, mode, checkpoint_id, claimed_at, received_at,
      happened_at, device_id, received_from, claimed_by, submitted_by, outcome, reason, verdict, effect, payload_hash, search_text)
    select made, domain_id, barcode, symbology, scan_method, mode, checkpoint_id, claimed_at, received_at,
      happened_at, device_id, received_from, claimed_by, submitted_by, outcome, reason, verdict, effect, payload_hash, search_text
    from scans cross join unnest(${ids}::uuid[]) as made where id = ${scan.id}`.execute(db);

  const asked = [...ids.slice(0, 20), ...Array.from({ length: 20 }, newId)];
  const { found, read } = await db.transaction().execute(async (trx) => ({
    found: await findRecorded(trx, { domainId: north.id, ids: asked }),
    read: await sql<{ rows: string }>`
      select sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_xact_user_tables where relname ~ '^scans'`.execute(
      trx,
    ),
  }));
  expect(found.size).toBe(20);
  expect(Number(read.rows[0]?.rows)).toBeLessThan(SCANS / 10);
});
