import { createApiClient } from '@scantix/api-contract';
import { listDevices, listSessions } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatCursor } from '../http/keyset-cursor.ts';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { DEVICES_KEPT_MS, sweepDevices } from './sweep-devices.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  const seen = { domain_id: server.north.id, first_seen_at: new Date(server.clock.now()) };
  const device = (index: number) => ({
    ...seen,
    device_id: `device-${String(index).padStart(3, '0')}`,
    // Several of one moment: the id decides among them.
    seen_at: new Date(server.clock.now() - Math.floor(index / 4)),
  });
  const rows = Array.from({ length: 250 }, (_, index) => device(index));
  await server.db.insertInto('devices').values(rows).execute();
  const opened = {
    ...{ domain_id: server.north.id, clerk_id: server.north.clerk.id, device_id: 'one', remember_me: false },
    ...{ generation: 0, expires_at: new Date(server.clock.now() + 60_000), revoked_at: null, revoked_because: null },
  };
  const session = (index: number) => ({
    ...opened,
    id: server.newId(),
    created_at: rows[index]?.seen_at ?? new Date(),
  });
  await server.db
    .insertInto('sessions')
    .values(rows.map((_, index) => session(index)))
    .execute();
}, START_MS);
afterAll(() => server.stop());

const operator = () => createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
const params = () => ({ domain: server.north.id });

test.each([
  ['devices', listDevices],
  ['sessions', listSessions],
] as const)('%s come in pages, each once', async (_what, endpoint) => {
  const ids: string[] = [];
  let pages = 0;
  for (let cursor: string | undefined; pages === 0 || cursor !== undefined; pages += 1) {
    const page = expectValue(await operator().call(endpoint, { params: params(), query: { limit: '60', cursor } }));
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  }
  expect([pages, ids.length, new Set(ids).size]).toEqual([5, 250, 250]);
  if (endpoint === listDevices) expect(ids).toEqual(ids.toSorted());
  const first = expectValue(await operator().call(endpoint, { params: params(), query: {} }));
  expect(first.items).toHaveLength(100);
  const forged = formatCursor([new Date(0).toISOString(), 'a\u0000']);
  for (const query of [{ cursor: 'x' }, { cursor: forged }, { limit: '0' }, { limit: '201' }]) {
    expect(expectRefusal(await operator().call(endpoint, { params: params(), query })).code).toBe('invalid_request');
  }
});

test.each(['devices', 'sessions'])('"scantix %s list" follows the pages', async (noun) => {
  const { out } = await runCommand(server, noun, 'list', '-d', 'North Pier', '--json');
  expect(JSON.parse(out).items).toHaveLength(250);
});

test('"scantix devices list" has a device that calls between two pages', async () => {
  const seen_at = new Date(server.clock.now() + 60_000);
  const operatorFetch: typeof fetch = async (input, init) => {
    const answer = await server.operatorFetch(input, init);
    if (String(input).includes('/devices?'))
      await server.db.updateTable('devices').set({ seen_at }).where('device_id', '=', 'device-249').execute();
    return answer;
  };
  const { out } = await runCommand({ ...server, operatorFetch }, 'devices', 'list', '-d', 'North Pier', '--json');
  const ids = JSON.parse(out).items.map(({ id }: { id: string }) => id);
  expect([ids[0], ids.length, new Set(ids).size]).toEqual(['device-249', 250, 250]);
});

test('a device that was not seen for 90 days is deleted, unless somebody named it or its wipe is open', async () => {
  const { db, clock, south } = server;
  const device = (device_id: string, ageMs: number, more = {}) => ({
    ...{ domain_id: south.id, device_id, first_seen_at: new Date(0), seen_at: new Date(clock.now() - ageMs), ...more },
  });
  const order = { wipe_order: server.newId(), wipe_ordered_at: new Date(0), wipe_ordered_by: 'operator' };
  const old = DEVICES_KEPT_MS + 1;
  const rows = [
    ...[device('old', old), device('young', DEVICES_KEPT_MS), device('named', old, { name: 'Desk' })],
    device('to be wiped', old, order),
    device('wiped', old, { ...order, wipe_order: server.newId(), wipe_done_at: new Date(0) }),
  ];
  await db.insertInto('devices').values(rows).execute();
  await sweepDevices({ db, clock });
  const left = await db.selectFrom('devices').select('device_id').where('domain_id', '=', south.id).execute();
  expect(left.map(({ device_id }) => device_id).toSorted()).toEqual(['named', 'to be wiped', 'young']);
});
