import { exportScansAsCsv, exportScansAsJson } from '@scantix/api-contract';
import { exportTickets } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../create-app.ts';
import { OPERATOR_ENVIRONMENT } from '../http/operator.ts';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  clerk = await server.signIn();
  await clerk.post({ id: server.newId(), barcode: 'E-1' });
  await sql`
    insert into tickets (id, domain_id, barcode, status, type, works_at, entries_allowed, updated_at, search_text)
    select gen_random_uuid(), ${server.north.id}, convert_to('E-' || n, 'UTF8'), 'valid', 'Day ticket', '{}', 1, now(), ''
    from generate_series(2, 6000) as n`.execute(server.db);
}, START_MS);
afterAll(() => server.stop());

const headers = () => ({ 'Content-Type': 'application/json', Authorization: `Bearer ${clerk.tokens.access_token}` });
const inNorth = () => exportTickets.path.replace('{domain}', server.north.id);

test.each([
  ['scans of a clerk', () => [exportScansAsCsv.path, exportScansAsJson.path], {}],
  ['tickets of a manager', () => [`${inNorth()}?format=csv`, `${inNorth()}?format=ndjson`], {}],
  ['tickets of the operator', () => [`${inNorth()}?format=csv`, `${inNorth()}?format=ndjson`], OPERATOR_ENVIRONMENT],
] as const)('two exports at once: %s', async (_what, paths, environment) => {
  const app = createApp(server.parts);
  const ask = async (path: string) => {
    const body = path.includes('?') ? null : '{}';
    return app.fetch(new Request(`http://localhost${path}`, { method: 'POST', headers: headers(), body }), environment);
  };
  const [one = '', other = ''] = paths();
  const open = [await ask(one), await ask(other)];
  expect(open.map(({ status }) => status)).toEqual([200, 200]);
  const third = await ask(one);
  expect([third.status, third.headers.get('Retry-After')]).toEqual([429, '5']);
  await open[0]?.body?.cancel();
  // The slot is free once the stream has closed.
  await vi.waitFor(async () => {
    const answer = await ask(other);
    await answer.text();
    expect(answer.status).toBe(200);
  });
  await open[1]?.body?.cancel();
});
