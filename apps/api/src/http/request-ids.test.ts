import { createApiClient, login } from '@scantix/api-contract';
import { listWholeAudit } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer, TEST_DEVICE, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase(), { trustedProxies: 1 });
}, START_MS);
afterAll(() => server.stop());

const MADE = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const signInWrongly = (id: string) =>
  fetch(`${server.url}${login.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': id },
    body: JSON.stringify({
      ...{ clerk: server.north.clerk.login, password: 'guess', remember_me: false },
      ...TEST_DEVICE,
    }),
  });
const lines = () => server.logged.map((line) => JSON.parse(line) as Record<string, unknown>);

test('a proxy’s request id stands in the answer, the log and the audit log', async () => {
  const answer = await signInWrongly('edge-1.0000042');
  expect(answer.headers.get('X-Request-Id')).toBe('edge-1.0000042');
  const own = lines().filter(({ request_id: id }) => id === 'edge-1.0000042');
  // A flood of refusals writes no more than other calls do.
  expect(own).toMatchObject([{ msg: 'refused', event: 'sign_in.refused', reason: 'password', status: 401 }]);
  const operator = createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
  const { items } = expectValue(await operator.call(listWholeAudit, { query: { action: 'sign_in.refused' } }));
  expect(items[0]?.request_id).toBe('edge-1.0000042');
});

test.each(['short', 'x'.repeat(41), "edge-1';drop table x", 'edge 1 0000042', '-edge-10000042'])(
  'a request id that is not well-formed is replaced: %s',
  async (id) => {
    const answer = await signInWrongly(id);
    expect(answer.headers.get('X-Request-Id')).toMatch(MADE);
    expect(server.logged.join('')).not.toContain(`"${id}"`);
  },
);

test('without a proxy nobody gives ids', async () => {
  const direct = await startTestServer(await createMemoryDatabase());
  const answer = await fetch(`${direct.url}/healthz`, { headers: { 'X-Request-Id': 'edge-1.0000042' } });
  expect(answer.headers.get('X-Request-Id')).toMatch(MADE);
  await direct.stop();
});
