import { getScannerConfig, HEADERS, logout, refresh, reportWipe, WAITING_HEADER } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepExpired } from '../auth/sweep-expired.ts';
import { createDeviceCalls } from '../testing/create-device-calls.ts';
import { createTestDevice } from '../testing/create-test-device.ts';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

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

/** Runs a command as the operator and reads its answer. */
async function scantix(...args: string[]) {
  const { code, out, err } = await runCommand(server, '--json', ...args);
  return code === 0 ? JSON.parse(out) : err;
}

const find = async (deviceId: string, domain = 'North Pier') => {
  const { items } = await scantix('devices', 'list', '--domain', domain);
  return items.find(({ id }: { id: string }) => id === deviceId);
};

/** Orders a device to wipe itself and returns the order as the device hears it. */
async function order(deviceId: string, token: string): Promise<string> {
  await scantix('devices', 'wipe', '--domain', 'North Pier', deviceId);
  return (await ask(token)).wipe ?? '';
}

const report = (id: string, kept = 0) => server.api.call(reportWipe, { params: { order: id }, body: { kept } });

const audited = async (target: string) => {
  const rows = await server.db.selectFrom('audit_events').selectAll().where('target_id', '=', target).execute();
  return rows.map(({ action, actor_kind, detail, address }) => ({ action, actor_kind, detail, address }));
};

test('a device is listed with its last clerk, sight, address, build, wire version and waiting scans', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'gate-1' });
  const told = { [HEADERS.build]: 'b1', [HEADERS.wire]: '2', [WAITING_HEADER]: '7' };
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
  // The clock is set back: what was seen lies in the future.
  server.clock.advance(-3_600_000);
  await ask(tokens.access_token);
  expect((await find('gate-2'))?.seen_at).toBe(new Date(server.clock.now()).toISOString());
  server.clock.advance(3_600_000);
});

test('what a device writes into its headers is not believed', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'gate-3' });
  await ask(tokens.access_token, { [HEADERS.build]: '<b>', [HEADERS.wire]: 'x', [WAITING_HEADER]: '-1' });
  expect(await find('gate-3')).toMatchObject({ app_build: null, wire: 0, waiting: null });
});

test('the order comes with the next answer of our own calls, and with no other', async () => {
  const [lost, other] = [
    await server.signIn(undefined, { deviceId: 'lost' }),
    await server.signIn(undefined, { deviceId: 'other' }),
  ];
  expect(await ask(lost.tokens.access_token)).toEqual({ status: 200, wipe: null });
  await ask(other.tokens.access_token);
  const id = await order('lost', lost.tokens.access_token);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await ask(other.tokens.access_token)).toEqual({ status: 200, wipe: null });
  const out = await fetch(server.url + logout.path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${lost.tokens.access_token}` },
  });
  expect(out.headers.get(HEADERS.wipe)).toBeNull();
});

test('the order is told to the keys that the device had, and to nobody who only claims its id', async () => {
  const { register } = await createDeviceCalls(server);
  const colleague = () => server.signIn(server.north.colleague.login, { deviceId: 'keyed' });
  const first = await server.signIn(undefined, { deviceId: 'keyed' });
  expectValue(await register(first));
  const id = await order('keyed', first.tokens.access_token);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const [keyless, strange] = [await colleague(), await colleague()];
  expectValue(await register(strange, await createTestDevice(server.clock)));
  for (const { tokens } of [keyless, strange]) expect((await ask(tokens.access_token)).wipe).toBeNull();
  // Long after its last session has ended it is still the device's key.
  server.clock.advance(70 * 24 * 3_600_000);
  await sweepExpired(server);
  const next = await colleague();
  expect((await ask(next.tokens.access_token)).wipe).toBeNull();
  expectValue(await register(next));
  expect((await ask(next.tokens.access_token)).wipe).toBe(id);
});

test.each(['reported', 'cancelled'])(
  'a month after its last session, an order that was %s keeps no key',
  async (end) => {
    const { register } = await createDeviceCalls(server);
    const session = await server.signIn(undefined, { deviceId: end });
    expectValue(await register(session));
    const id = await order(end, session.tokens.access_token);
    if (end === 'reported') expectValue(await report(id));
    else await scantix('devices', 'wipe', '--domain', 'North Pier', end, '--cancel');
    server.clock.advance(70 * 24 * 3_600_000);
    await sweepExpired(server);
    const keys = server.db.selectFrom('device_keys').select('id').where('device_id', '=', end);
    expect(await keys.execute()).toEqual([]);
  },
);

test('a session that was ended hears of the order with its refusal', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'stolen' });
  await ask(tokens.access_token);
  const id = await order('stolen', tokens.access_token);
  expect(await scantix('sessions', 'revoke', '--domain', 'South Hall', '--device', 'stolen')).toEqual({ revoked: 0 });
  expect(await scantix('sessions', 'revoke', '--domain', 'North Pier', '--device', 'stolen')).toEqual({ revoked: 1 });
  expect(await ask(tokens.access_token)).toEqual({ status: 401, wipe: id });
  const { headers } = await fetch(server.url + getScannerConfig.path, {
    headers: { Authorization: `Bearer ${tokens.access_token}` },
  });
  // The app obeys no answer without it (`obey-order.ts`).
  expect(headers.has(HEADERS.serverBuild)).toBe(true);
  const refused = await fetch(server.url + refresh.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: tokens.refresh_token }),
  });
  expect([refused.status, refused.headers.get(HEADERS.wipe)]).toEqual([401, id]);
  expect(refused.headers.has(HEADERS.serverBuild)).toBe(true);
});

test('a report that comes after the next sign-in leaves that session', async () => {
  const before = await server.signIn(undefined, { deviceId: 'late-report' });
  await ask(before.tokens.access_token);
  const id = await order('late-report', before.tokens.access_token);
  server.clock.advance(1_000);
  const after = await server.signIn(undefined, { deviceId: 'late-report' });
  await report(id);
  expect((await ask(before.tokens.access_token)).status).toBe(401);
  expect((await ask(after.tokens.access_token)).status).toBe(200);
});

test('an order is open until the device reports it, which needs no session and ends those of the device', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'wiped' });
  const other = await server.signIn(undefined, { deviceId: 'not-wiped' });
  await ask(tokens.access_token);
  const id = await order('wiped', tokens.access_token);
  const at = new Date(server.clock.now()).toISOString();
  const wipe = { ordered_at: at, ordered_by: 'operator', done_at: null, kept: null };
  expect(await find('wiped')).toMatchObject({ wipe });
  expect(expectValue(await report(id, 3))).toEqual({ success: true });
  expect(await find('wiped')).toMatchObject({ wipe: { ...wipe, done_at: at, kept: 3 } });
  expect(await ask(tokens.access_token)).toEqual({ status: 401, wipe: null });
  expect((await ask(other.tokens.access_token)).status).toBe(200);
  server.clock.advance(1_000);
  expectValue(await report(id, 4));
  expect(await find('wiped')).toMatchObject({ wipe: { ...wipe, done_at: at, kept: 3 } });
  expect(expectRefusal(await report(server.newId()))).toMatchObject({ status: 404 });
  expect(await audited('wiped')).toEqual([
    { action: 'device.wipe_ordered', actor_kind: 'operator', detail: null, address: null },
    { action: 'device.wiped', actor_kind: 'nobody', detail: { kept: 3 }, address: '127.0.0.1' },
  ]);
});

test('an order that is given twice is one; one that is done is followed by another', async () => {
  const before = await server.signIn(undefined, { deviceId: 'twice' });
  await ask(before.tokens.access_token);
  const first = await order('twice', before.tokens.access_token);
  expect(await order('twice', before.tokens.access_token)).toBe(first);
  await report(first, 3);
  const next = await server.signIn(undefined, { deviceId: 'twice' });
  expect(await ask(next.tokens.access_token)).toEqual({ status: 200, wipe: null });
  const second = await order('twice', next.tokens.access_token);
  expect([second === '', second === first]).toEqual([false, false]);
  expect(await find('twice')).toMatchObject({ wipe: { done_at: null, kept: null } });
});

test('an order is taken back while it is open', async () => {
  const { tokens } = await server.signIn(undefined, { deviceId: 'found' });
  await ask(tokens.access_token);
  const cancel = () => scantix('devices', 'wipe', '--domain', 'North Pier', 'found', '--cancel');
  expect(await cancel()).toContain('No order to wipe this device is open');
  const id = await order('found', tokens.access_token);
  expect(await cancel()).toMatchObject({ wipe: null });
  expect(await ask(tokens.access_token)).toEqual({ status: 200, wipe: null });
  expect(expectRefusal(await report(id))).toMatchObject({ status: 404 });
  expect((await audited('found')).map(({ action }) => action)).toEqual([
    ...['device.wipe_ordered', 'device.wipe_cancelled'],
  ]);
});

test('a device has a name, if somebody gives it one', async () => {
  await ask((await server.signIn(undefined, { deviceId: 'named' })).tokens.access_token);
  expect(await scantix('devices', 'name', '--domain', 'North Pier', 'named', 'Gate 4')).toMatchObject({
    name: 'Gate 4',
  });
  expect(await find('named')).toMatchObject({ name: 'Gate 4' });
  expect(await scantix('devices', 'name', '--domain', 'North Pier', 'named')).toMatchObject({ name: null });
});

test('the device of another domain is none', async () => {
  await ask((await server.signIn(undefined, { deviceId: 'northern' })).tokens.access_token);
  for (const words of [['wipe'], ['wipe', '--cancel'], ['name']]) {
    const [verb = '', ...options] = words;
    expect(await scantix('devices', verb, '--domain', 'South Hall', 'northern', ...options)).toContain(
      'no such device',
    );
  }
  expect(await scantix('devices', 'list', '--domain', 'South Hall')).toEqual({ items: [] });
});

test('open sessions are listed and ended by session, clerk or device', async () => {
  const { south } = server;
  for (const deviceId of ['a', 'b']) await server.signIn(south.clerk.login, { deviceId });
  await server.signIn(south.colleague.login, { deviceId: 'b' });
  type Listed = { items: { id: string; clerk: string; device: string }[] };
  const list = async (...options: string[]) =>
    ((await scantix('sessions', 'list', '--domain', 'South Hall', ...options)) as Listed).items;
  const revoke = (...options: string[]) => scantix('sessions', 'revoke', '--domain', 'South Hall', ...options);
  const words = (items: Listed['items']) => items.map(({ clerk, device }) => `${clerk} ${device}`).sort();
  expect(words(await list())).toEqual(['south-hall.clerk a', 'south-hall.clerk b', 'south-hall.colleague b']);
  expect(words(await list('--device', 'b'))).toEqual(['south-hall.clerk b', 'south-hall.colleague b']);
  const [first] = await list('--clerk', south.clerk.login.toUpperCase(), '--device', 'a');
  expect(await revoke('--session', first?.id ?? '')).toEqual({ revoked: 1 });
  const revoked = { action: 'session.revoked', detail: expect.objectContaining({ device: 'a' }) };
  expect(await audited(first?.id ?? '')).toContainEqual(expect.objectContaining(revoked));
  const ended = server.db
    .selectFrom('sessions')
    .select('revoked_because')
    .where('id', '=', first?.id ?? '');
  expect(await ended.execute()).toEqual([{ revoked_because: 'session_revoked' }]);
  expect(await revoke('--clerk', south.clerk.login)).toEqual({ revoked: 1 });
  expect(await revoke('--device', 'b')).toEqual({ revoked: 1 });
  expect(await list()).toEqual([]);
  expect(await revoke('--clerk', south.clerk.login)).toEqual({ revoked: 0 });
  expect(await revoke('--clerk', 'South-Hall.Clark')).toContain('no such clerk. Did you mean "south-hall.clerk"');
  expect((await runCommand(server, 'sessions', 'revoke', '--domain', 'South Hall')).code).toBe(2);
});
