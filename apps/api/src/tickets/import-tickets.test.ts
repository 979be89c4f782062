import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { importTickets } from '@scantix/api-contract';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer, withToken } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
let isStopping = false;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase(), { isStopping: () => isStopping });
}, START_MS);
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.stop());

const NDJSON = 'application/x-ndjson';
const people = (name: string) =>
  Array.from({ length: 5_000 }, (_, index) => `{"barcode":"${name}-${index}"}\n`).join('');

test.each([
  [false, 50],
  [true, 30],
])('an import that fails is an error, unless the process is about to end: %s', async (ends, level) => {
  const { tokens } = await server.signIn();
  const file = new TransformStream<Uint8Array, Uint8Array>();
  const writer = file.writable.getWriter();
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  void write(people(`${ends}`));
  const answer = await withToken(tokens.access_token)(server.url + importTickets.path, {
    method: 'POST',
    headers: { 'Content-Type': NDJSON, Accept: NDJSON },
    body: file.readable,
    duplex: 'half',
  } as RequestInit);
  isStopping = ends;
  vi.spyOn(server.db, 'transaction').mockImplementation(() => {
    throw new Error('driver has already been destroyed');
  });
  const before = server.logged.length;
  void write(people(`${ends}-later`)).then(() => writer.close());
  expect(await answer.text()).toContain('"failure"');
  const lines = server.logged.slice(before).map((line) => JSON.parse(line));
  expect(lines.filter(({ msg }) => msg === 'import failed')).toMatchObject([{ level }]);
});

test('the answer to an import that is refused in the middle of its file says that the connection ends', async () => {
  const { tokens } = await server.signIn();
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'text/csv' };
  const sent = request(server.url + importTickets.path, { method: 'POST', agent, headers });
  sent.end(`colour\n${'red\n'.repeat(200_000)}`);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([422, 'close']);
  agent.destroy();
});
