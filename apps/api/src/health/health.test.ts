import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

test.each([
  [
    'of an archive, its version and commit',
    { version: '1.2.3', commit: '0e6f929' },
    { version: '1.2.3', commit: '0e6f929' },
  ],
  ['from source, that it is', undefined, { version: 'source' }],
])(
  '/healthz and /readyz tell the build and, %s',
  async (_what, release, told) => {
    const server = await startTestServer(await createMemoryDatabase(), { build: 'ab12', release });
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetch(`${server.url}${path}`);
      expect(await answer.json()).toEqual({ status: 'ok', build: 'ab12', ...told });
    }
    await server.stop();
  },
  START_MS,
);

test('/readyz is 503 while the database is read-only, as a replica is', { timeout: START_MS }, async () => {
  const server = await startTestServer(await createMemoryDatabase());
  await sql`set default_transaction_read_only = on`.execute(server.db);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  await sql`set default_transaction_read_only = off`.execute(server.db);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await server.stop();
});
