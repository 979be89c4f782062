import { getScannerConfig, HEADERS, logout, reportWipe } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endSessions, listSessions } from '../auth/list-sessions.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { listDevices } from './list-devices.ts';
import { orderWipe, takeWipeBack } from './wipes.ts';

let server: TestServer;
const statements: string[] = [];
beforeAll(async () => {
  const database = await createMemoryDatabase();
  server = await startTestServer({
    ...database,
    db: database.db.withPlugin({
      transformQuery({ node }) {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
  });
}, START_MS);
afterAll(() => server.stop());

/** Calls with a session and returns the status and the wipe header. */
async function ask(token: string, headers: Record<string, string> = {}) {
  const { status, headers: answered } = await fetch(server.url + getScannerConfig.path, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  });
  return { status, wipe: answered.get(HEADERS.wipe) };
}

const order = (deviceId: string, domainId = server.north.id) =>
  orderWipe(server, { domainId, deviceId, by: 'a manager', newId: server.newId });
const find = async (deviceId: string) =>
  (await listDevices(server.db, server.north.id)).find(({ id }) => id === deviceId);

test('a device is listed with its last clerk, sight, address, build, wire version and waiting scans', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'gate-1' });
  const told = { [HEADERS.build]: 'b1', [HEADERS.wire]: '2', [HEADERS.waiting]: '7' };
  await ask(tokens.access_token, told);
  expect(await find('gate-1')).toEqual({
    ...{ id: 'gate-1', name: null, clerk: server.north.clerk.login, address: '127.0.0.1', app_build: 'b1', wire: 2 },
    ...{ waiting: 7, wipe: null },
    first_seen_at: new Date(server.clock.now()).toISOString(),
    seen_at: new Date(server.clock.now()).toISOString(),
  });
});

test('a device is noted at most once a minute, and a scan costs no statement more', async () => {
  const { post, tokens } = await server.signIn(undefined, { deviceId: 'gate-2' });
  const counted = async () => {
    statements.length = 0;
    await post({ id: server.newId(), barcode: 'nobody has this' });
    return statements.length;
  };
  const first = await counted();
  const second = await counted();
  expect(first).toBe(second + 1);
  expect(await counted()).toBe(second);
  const seen = (await find('gate-2'))?.seen_at;
  server.clock.advance(59_999);
  await ask(tokens.access_token);
  expect((await find('gate-2'))?.seen_at).toBe(seen);
  server.clock.advance(1);
  await ask(tokens.access_token);
  expect((await find('gate-2'))?.seen_at).toBe(new Date(server.clock.now()).toISOString());
});

test('what a device writes into its headers is not believed', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'gate-3' });
  await ask(tokens.access_token, { [HEADERS.build]: '<b>', [HEADERS.wire]: 'x', [HEADERS.waiting]: '-1' });
  expect(await find('gate-3')).toMatchObject({ app_build: null, wire: 0, waiting: null });
});

test('the order comes with the next answer of our own calls, and with no other', async () => {
  const [lost, other] = [
    await server.signIn(undefined, { deviceId: 'lost' }),
    await server.signIn(undefined, { deviceId: 'other' }),
  ];
  expect(await ask(lost.tokens.access_token)).toEqual({ status: 200, wipe: null });
  await ask(other.tokens.access_token);
  const { order: id } = await order('lost');
  expect(await ask(lost.tokens.access_token)).toEqual({ status: 200, wipe: id });
  expect(await ask(other.tokens.access_token)).toEqual({ status: 200, wipe: null });
  const out = await fetch(server.url + logout.path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${lost.tokens.access_token}` },
  });
  expect(out.headers.get(HEADERS.wipe)).toBeNull();
});

test('a session that was ended hears of the order with its refusal', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'stolen' });
  await ask(tokens.access_token);
  const { order: id } = await order('stolen');
  expect(await endSessions(server, server.south.id, { device: 'stolen' })).toEqual([]);
  expect(await endSessions(server, server.north.id, { device: 'stolen' })).toHaveLength(1);
  expect(await ask(tokens.access_token)).toEqual({ status: 401, wipe: id });
});

test('an order is open until the device reports it, which needs no session and ends those of the device', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'wiped' });
  await ask(tokens.access_token);
  const { order: id } = await order('wiped');
  const report = () => server.api.call(reportWipe, { params: { order: id }, body: { kept: 3 } });
  expect(expectValue(await report())).toEqual({ success: true });
  const at = new Date(server.clock.now()).toISOString();
  const wipe = { ordered_at: at, ordered_by: 'a manager', done_at: at, kept: 3 };
  expect(await find('wiped')).toMatchObject({ wipe });
  expect(await ask(tokens.access_token)).toEqual({ status: 401, wipe: null });
  server.clock.advance(1_000);
  expectValue(await report());
  expect(await find('wiped')).toMatchObject({ wipe });
  const unknown = await server.api.call(reportWipe, { params: { order: server.newId() }, body: { kept: 0 } });
  expect(expectRefusal(unknown)).toMatchObject({ status: 404 });
});

test('an order that is given twice is one; one that is done is followed by another', async () => {
  await ask((await server.signIn(undefined, { deviceId: 'twice' })).tokens.access_token);
  const first = await order('twice');
  expect(await order('twice')).toEqual(first);
  await server.api.call(reportWipe, { params: { order: first.order }, body: { kept: 0 } });
  const next = await server.signIn(undefined, { deviceId: 'twice' });
  expect(await ask(next.tokens.access_token)).toEqual({ status: 200, wipe: null });
  const second = await order('twice');
  expect(second.order).not.toBe(first.order);
  expect(await ask(next.tokens.access_token)).toEqual({ status: 200, wipe: second.order });
});

test('an order is taken back while it is open', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'found' });
  await ask(tokens.access_token);
  const key = { domainId: server.north.id, deviceId: 'found' };
  expect(await takeWipeBack(server, key)).toBe(false);
  const { order: id } = await order('found');
  expect(await takeWipeBack(server, key)).toBe(true);
  expect(await ask(tokens.access_token)).toEqual({ status: 200, wipe: null });
  const late = await server.api.call(reportWipe, { params: { order: id }, body: { kept: 0 } });
  expect(expectRefusal(late)).toMatchObject({ status: 404 });
});

test('the device of another domain is none', async () => {
  await ask((await server.signIn(undefined, { deviceId: 'northern' })).tokens.access_token);
  await expect(order('northern', server.south.id)).rejects.toMatchObject({ code: 'not_found' });
  const key = { domainId: server.south.id, deviceId: 'northern' };
  await expect(takeWipeBack(server, key)).rejects.toMatchObject({ code: 'not_found' });
  expect(await listDevices(server.db, server.south.id)).toEqual([]);
});

test('open sessions are listed and ended by session, clerk or device', async () => {
  const { south } = server;
  for (const deviceId of ['a', 'b']) await server.signIn(south.clerk.login, { deviceId });
  await server.signIn(south.colleague.login, { deviceId: 'b' });
  const listed = await listSessions(server, south.id);
  expect(listed.map(({ clerk, device }) => `${clerk} ${device}`).sort()).toEqual([
    ...['south-hall.clerk a', 'south-hall.clerk b', 'south-hall.colleague b'],
  ]);
  expect(await endSessions(server, south.id, { session: listed[0]?.id })).toEqual([listed[0]?.id]);
  expect(await endSessions(server, south.id, { clerk: south.clerk.login.toUpperCase() })).toHaveLength(
    listed.slice(1).filter(({ clerk }) => clerk === south.clerk.login).length,
  );
  await endSessions(server, south.id, { device: 'b' });
  expect(await listSessions(server, south.id)).toEqual([]);
  expect(await listSessions(server, server.north.id)).not.toEqual([]);
});
