import { login } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemRandom } from '../system/random.ts';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { createPasswords } from './passwords.ts';

let meanwhile = async (): Promise<unknown> => undefined;
let server: TestServer;
beforeAll(async () => {
  const passwords = createPasswords({ random: systemRandom });
  const slow = {
    ...passwords,
    async check(...args: Parameters<typeof passwords.check>) {
      const check = await passwords.check(...args);
      await meanwhile();
      return check;
    },
  };
  server = await startTestServer(await createMemoryDatabase(), { passwords: slow });
}, START_MS);
afterAll(() => server.stop());

test.each([
  ['another password is set', 'clerk', 'reset-password'],
  ['the clerk is disabled', 'colleague', 'disable'],
] as const)('a sign-in under way while %s opens no session', async (_what, who, command) => {
  const { id, login: clerk } = server.north[who];
  meanwhile = () => runCommand(server, 'clerks', command, clerk, '-d', 'North Pier');
  const body = { clerk, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE };
  const refused = { status: 401, code: 'unauthenticated', message: 'Invalid credentials' };
  expect(await server.api.call(login, { body })).toMatchObject({ ok: false, failure: refused });
  expect(await server.db.selectFrom('sessions').select('id').where('clerk_id', '=', id).execute()).toEqual([]);
});
