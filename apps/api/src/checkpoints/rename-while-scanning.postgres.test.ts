import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { changeCheckpoint } from './administer-checkpoints.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

test('a checkpoint that is renamed while a scan at it is written waits for the scan, and not the scan for it', async () => {
  const { north, db, clock, newId } = server;
  const [gate] = north.gates;
  // As a scan does: the feed, and then, by its foreign key, the checkpoint.
  const scan = await db.startTransaction().execute();
  await sql`select from ticket_feeds where domain_id = ${north.id} for update`.execute(scan);
  const domain = { id: north.id, name: 'North Pier' };
  const by = { domain, actor: { kind: 'system' } } as const;
  const renaming = changeCheckpoint({ db, clock, newId }, gate.id, { name: 'Pier' }, by);
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await sql`select from checkpoints where id = ${gate.id} for key share`.execute(scan);
  await scan.commit().execute();
  expect(await renaming).toMatchObject({ id: gate.id, name: 'Pier' });
});
