import { getScannerConfig, refresh } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
}, START_MS);
afterAll(() => server.stop());

test('who refreshes with one token many times at once leaves connections to the gates', async () => {
  const { db, north } = server;
  const [{ tokens }, gate] = [await server.signIn(), await server.signIn(north.colleague.login)];
  const hold = await db.startTransaction().execute();
  await hold.selectFrom('sessions').select('id').forUpdate().execute();
  const body = { refresh_token: tokens.refresh_token };
  const refreshes = Array.from({ length: 30 }, () => server.api.call(refresh, { body }));
  await expect.poll(() => countLockWaits(db)).toBe(1);
  expectValue(await gate.api.call(getScannerConfig, {}));
  await hold.commit().execute();
  const children = (await Promise.all(refreshes)).map((outcome) => expectValue(outcome).tokens.refresh_token);
  expect(new Set(children).size).toBe(1);
});
