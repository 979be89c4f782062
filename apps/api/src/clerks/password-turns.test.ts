import { createClerk } from '@scantix/api-contract/admin';
import { expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { systemRandom } from '../system/random.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

test('a manager who makes many clerks at once keeps nobody from signing in', { timeout: START_MS }, async () => {
  const passwords = createPasswords({ random: systemRandom, concurrency: 1, waiting: 2 });
  const server = await startTestServer(await createMemoryDatabase(), { passwords });
  const { api } = await server.signIn();
  const params = { domain: server.north.id };
  const made = Array.from({ length: 20 }, (_, index) =>
    api.call(createClerk, { params, body: { login: `new-${index}`, workgroup: 'Gate team' } }),
  );
  await made[0];
  await server.signIn(server.north.colleague.login);
  expect((await Promise.all(made)).map(({ ok }) => ok)).toEqual(Array(20).fill(true));
  await server.stop();
});
