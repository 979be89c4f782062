import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { endSessions } from './list-sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

test('of two revocations at once, one ends a session and tells of it', async () => {
  const { parts, north, db } = server;
  await server.signIn();
  await server.signIn();
  const hold = await db.startTransaction().execute();
  await hold.selectFrom('sessions').select('id').forUpdate().execute();
  const revoke = () => endSessions(parts, { domainId: north.id, filter: {} }, { actor: { kind: 'operator' } });
  const ended = Promise.all([revoke(), revoke()]);
  await expect.poll(() => countLockWaits(db)).toBe(2);
  await hold.commit().execute();
  expect((await ended).toSorted()).toEqual([0, 2]);
  const told = db.selectFrom('audit_events').select('target_id').where('action', '=', 'session.revoked');
  expect(await told.execute()).toHaveLength(2);
});
