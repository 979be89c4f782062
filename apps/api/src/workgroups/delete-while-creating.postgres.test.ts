import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClerk } from '../clerks/administer-clerks.ts';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { createWorkgroup, deleteWorkgroup } from './administer-workgroups.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

test('a workgroup that is deleted while a clerk of it is created says that it has clerks', async () => {
  const { parts, newId, north, db } = server;
  const by = { domain: { id: north.id }, actor: { kind: 'system' } } as const;
  const { id } = await createWorkgroup({ db, newId }, { name: 'Stewards' }, by);
  const hold = await db.startTransaction().execute();
  await sql`lock table audit_events`.execute(hold);
  const creating = createClerk({ ...parts, newId }, { login: 'new.clerk', workgroup: id }, by);
  await expect.poll(() => countLockWaits(db)).toBe(1);
  const deleting = deleteWorkgroup({ db, newId }, id, by).catch((error: unknown) => error);
  await expect.poll(() => countLockWaits(db)).toBe(2);
  await hold.commit().execute();
  expect((await creating).clerk.workgroup.name).toBe('Stewards');
  expect(await deleting).toMatchObject({ code: 'conflict' });
});
