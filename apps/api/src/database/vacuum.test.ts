import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAudit } from '../audit/sweep-audit.ts';
import { copyEmbeddedDatabase } from '../testing/copy-embedded-database.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { openEmbeddedDatabase } from './open-database.ts';
import type { Database } from './tables.ts';
import { vacuum } from './vacuum.ts';

let folder: string;
let db: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scantix-'));
  await copyEmbeddedDatabase(join(folder, 'postgres'));
  db = await openEmbeddedDatabase({ folder: join(folder, 'postgres') });
}, START_MS);
afterAll(async () => {
  await db.destroy();
  await rm(folder, { recursive: true });
});

const insertLines = (count: number, at: string) =>
  sql`
  insert into audit_events (action, actor_kind, at) select 'key.rotated', 'operator', ${at}::timestamptz
  from generate_series(1, ${count}::int)`.execute(db);

/** PostgreSQL counts once a second by itself. */
async function vacuumNow(): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await vacuum(db);
}

/** Of the table and its indexes. */
async function readSize(): Promise<number> {
  const { rows } = await sql<{ size: string }>`select pg_total_relation_size('audit_events') as size`.execute(db);
  return Number(rows[0]?.size);
}

test('what a sweep has deleted gives its room to what comes later', { timeout: START_MS }, async () => {
  const clock = createFakeClock();
  await insertLines(500, new Date(clock.now()).toISOString());
  const sizes: number[] = [];
  for (let round = 1; round <= 10; round += 1) {
    await insertLines(2_000, '2020-01-01');
    await sweepAudit({ db, clock });
    await vacuumNow();
    sizes.push(await readSize());
  }
  expect(sizes[9]).toBeLessThanOrEqual(2 * (sizes[1] ?? 0));
});

test('a table with few outdated rows is left alone', async () => {
  const vacuumed = async () => {
    const { rows } = await sql<{ count: number }>`
      select vacuum_count::int as count from pg_stat_user_tables where relname = 'audit_events'`.execute(db);
    return rows[0]?.count;
  };
  await insertLines(500, '2026-01-01');
  await vacuumNow();
  const before = await vacuumed();
  await sql`delete from audit_events where id in (select id from audit_events limit 5)`.execute(db);
  await vacuumNow();
  expect(await vacuumed()).toBe(before);
  await sql`delete from audit_events where id in (select id from audit_events limit 300)`.execute(db);
  await vacuumNow();
  expect(await vacuumed()).toBe((before ?? 0) + 1);
});
