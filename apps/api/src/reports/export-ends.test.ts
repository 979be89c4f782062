import { type IncomingMessage, request } from 'node:http';
import { exportScansAsJson } from '@scantix/api-contract';
import { exportTickets } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp } from '../create-app.ts';
import { OPERATOR_ENVIRONMENT } from '../http/operator.ts';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase(), { exportIdleMs: 300 });
  clerk = await server.signIn();
  // More than sockets buffer.
  await sql`
    insert into tickets (id, domain_id, barcode, status, type, note, works_at, entries_allowed, updated_at, search_text)
    select gen_random_uuid(), ${server.north.id}, convert_to('E-' || n, 'UTF8'), 'valid', 'Day ticket', repeat('x', 5000),
      '{}', 1, now(), ''
    from generate_series(1, 6000) as n`.execute(server.db);
  for (let call = 0; call < 20; call += 1) {
    await clerk.post(
      ...Array.from({ length: 50 }, (_, index) => ({ id: server.newId(), barcode: `N-${call}-${index}` })),
    );
  }
}, START_MS);
afterAll(() => server.stop());

const headers = ({ tokens }: SignedIn) => ({
  'Content-Type': 'application/json',
  Authorization: `Bearer ${tokens.access_token}`,
});
const ticketsPath = () => `${exportTickets.path.replace('{domain}', server.north.id)}?format=ndjson`;

/** Begins an export that is read only where somebody asks for it. */
const begin = (by: SignedIn) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request(server.url + ticketsPath(), { method: 'POST', headers: headers(by) }, resolve)
      .on('error', reject)
      .end();
  });

test('an export that nobody reads gives its slot back', async () => {
  const paused = [await begin(clerk), await begin(clerk)];
  expect(paused.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await vi.waitFor(
    async () => {
      // Two at once: both slots are back.
      const others = [await begin(clerk), await begin(clerk)];
      for (const other of others) other.on('error', () => {}).destroy();
      expect(others.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    },
    { timeout: 5_000 },
  );
  for (const answer of paused) await expect(answer.toArray()).rejects.toThrow('aborted');
});

test('an export breaks off on its socket once the right is taken away', async () => {
  const manager = await server.signIn(server.north.colleague.login);
  const answer = await begin(manager);
  const chunks = answer[Symbol.asyncIterator]();
  await chunks.next();
  await disable(server.north.colleague.id, true);
  server.clock.advance(16_000);
  await expect(answer.toArray()).rejects.toThrow('aborted');
  await disable(server.north.colleague.id, false);
});

test('an export whose database fails is broken off, and the log tells of it without what the database says', async () => {
  const printed = vi.spyOn(console, 'error');
  const answer = await begin(await server.signIn());
  await answer[Symbol.asyncIterator]().next();
  await sql`alter table tickets rename to moved_tickets`.execute(server.db);
  await expect(answer.toArray()).rejects.toThrow('aborted');
  await sql`alter table moved_tickets rename to tickets`.execute(server.db);
  expect(printed).not.toHaveBeenCalled();
  const lines = server.logged.filter((line) => line.includes('file broken off'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, err: { name: 'error', code: '42P01' } }]);
  expect(lines[0]).not.toContain('does not exist');
});

const disable = (id: string, isDisabled: boolean) =>
  server.db
    .updateTable('clerks')
    .set({ disabled_at: isDisabled ? new Date(server.clock.now()) : null })
    .where('id', '=', id)
    .execute();

/** Reads the beginning of an export, and its rest after `change`. */
async function readAround(path: string, environment: object, change: () => Promise<unknown>): Promise<string> {
  const app = createApp({ ...server.parts, exportIdleMs: 30_000 });
  const body = path.includes('?') ? null : '{}';
  const isOperator = environment === OPERATOR_ENVIRONMENT;
  const init = { method: 'POST', headers: isOperator ? {} : headers(clerk), body };
  const answer = await app.fetch(new Request(`http://localhost${path}`, init), environment);
  const reader = answer.body?.getReader();
  let text = '';
  const read = async () => {
    const { done, value } = (await reader?.read()) ?? { done: true };
    text += new TextDecoder().decode(value);
    return !done;
  };
  await read();
  await change();
  while (await read());
  return text;
}

test.each([
  ['scans', () => exportScansAsJson.path],
  ['tickets', ticketsPath],
] as const)('an export of %s goes on after the token has expired, and ends with the session', async (_what, path) => {
  clerk = await server.signIn();
  const whole = await readAround(path(), {}, async () => server.clock.advance(2 * HOUR_MS));
  expect(whole.trimEnd()).toMatch(/[\]}]$/);
  clerk = await server.signIn();
  const broken = readAround(path(), {}, async () => {
    await disable(server.north.clerk.id, true);
    server.clock.advance(16_000);
  });
  await expect(broken).rejects.toThrow();
  await disable(server.north.clerk.id, false);
});

test("what the operator exports ends with nobody's session", async () => {
  const text = await readAround(ticketsPath(), OPERATOR_ENVIRONMENT, async () => server.clock.advance(HOUR_MS));
  expect(text.trimEnd().split('\n')).toHaveLength(6_000);
});
