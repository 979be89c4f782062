import { createApiClient, getScannerConfig } from '@scantix/api-contract';
import {
  changeClerk,
  changeWorkgroup,
  createClerk,
  createWorkgroup,
  listClerks,
  resetPassword,
  signOutClerk,
} from '@scantix/api-contract/admin';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../testing/run-command.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, expectValue, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
}, START_MS);
afterAll(() => server.stop());

const operator = () => createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
const inNorth = () => ({ domain: server.north.id });
const inSouth = () => ({ domain: server.south.id });
const scantix = (...args: string[]) => runCommand(server, ...args);

/** Creates a clerk of North Pier who manages it, with the password of the tests. */
async function addClerk(login: string, workgroup = 'Gate team') {
  const { clerk } = expectValue(await operator().call(createClerk, { params: inNorth(), body: { login, workgroup } }));
  const { password_hash } = await server.db
    .selectFrom('clerks')
    .select('password_hash')
    .where('id', '=', server.north.clerk.id)
    .executeTakeFirstOrThrow();
  const known = { password_hash, password_is_one_time: false };
  await server.db.updateTable('clerks').set(known).where('id', '=', clerk.id).execute();
  return clerk;
}

describe('every session of a clerk ends', () => {
  test.each([
    ['disabling', { disabled: true }, 'clerk_disabled'],
    ['enabling', { disabled: false }, 'clerk_enabled'],
  ] as const)('by %s', async (what, body, reason) => {
    const { id, login } = await addClerk(`session.${what}`);
    const session = await server.signIn(login);
    const params = { ...inNorth(), clerk: login };
    if (what === 'enabling') {
      // Disabled without the end of its sessions.
      await server.db.updateTable('clerks').set({ disabled_at: new Date() }).where('id', '=', id).execute();
    }
    expectValue(await operator().call(changeClerk, { params, body }));
    await server.db.updateTable('clerks').set({ disabled_at: null }).where('id', '=', id).execute();
    expect(expectRefusal(await session.api.call(getScannerConfig, {}))).toMatchObject({ code: 'session_revoked' });
    const find = server.db.selectFrom('sessions').selectAll().where('clerk_id', '=', id);
    const row = await find.executeTakeFirstOrThrow();
    expect(row.revoked_because).toBe(reason);
    // It has ended: neither its time nor its reason changes.
    server.clock.advance(60_000);
    expectValue(await operator().call(signOutClerk, { params }));
    expect(await find.execute()).toEqual([row]);
  });

  test('by another password', async () => {
    const { login } = await addClerk('session.password');
    const session = await server.signIn(login);
    const params = { ...inNorth(), clerk: login };
    const { clerk, one_time_password } = expectValue(await operator().call(resetPassword, { params, body: {} }));
    expect(clerk).toMatchObject({ password_is_one_time: true, sessions: 0 });
    expect(one_time_password).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
    expect(expectRefusal(await session.api.call(getScannerConfig, {}))).toMatchObject({ code: 'session_revoked' });
  });

  test('on request, on every device', async () => {
    const { login } = await addClerk('session.everywhere');
    const one = await server.signIn(login);
    const other = await server.signIn(login, { deviceId: 'another' });
    const ended = await operator().call(signOutClerk, { params: { ...inNorth(), clerk: login } });
    expect(expectValue(ended).sessions_ended).toBe(2);
    for (const { api } of [one, other]) {
      expect(expectRefusal(await api.call(getScannerConfig, {}))).toMatchObject({ code: 'session_revoked' });
    }
  });
});

test('a login name is unique in the whole installation, however it is written', async () => {
  const { login } = await addClerk('Unique.Name');
  const body = { login: ' uNIQUE.name', workgroup: 'Gate team' };
  const refusal = expectRefusal(await operator().call(createClerk, { params: inSouth(), body }));
  expect([login, refusal]).toEqual(['Unique.Name', { status: 409, code: 'conflict' }]);
});

test('two clerks of one login name created at once: one is refused', async () => {
  const body = { login: 'at.once', workgroup: 'Gate team' };
  const outcomes = await Promise.all(
    [inNorth(), inSouth(), inNorth(), inSouth()].map((params) => operator().call(createClerk, { params, body })),
  );
  const refused = outcomes.filter(({ ok }) => !ok).map((outcome) => expectRefusal(outcome));
  expect(refused).toEqual(Array(3).fill({ status: 409, code: 'conflict' }));
});

test('a password that somebody chooses for a clerk is judged like one that the clerk chooses', async () => {
  const weak = ['password123', 'WEAK.Password', '\ufb03\ufb03\ufb03'];
  const body = { login: 'weak.password', workgroup: 'Gate team' };
  for (const password of weak) {
    const refusal = expectRefusal(
      await operator().call(createClerk, { params: inNorth(), body: { ...body, password } }),
    );
    expect(refusal, password).toEqual({ status: 422, code: 'invalid_request' });
  }
  const { clerk } = expectValue(await operator().call(createClerk, { params: inNorth(), body }));
  const params = { ...inNorth(), clerk: clerk.id };
  for (const password of weak) {
    const refusal = expectRefusal(await operator().call(resetPassword, { params, body: { password } }));
    expect(refusal, password).toEqual({ status: 422, code: 'invalid_request' });
  }
  expectValue(await operator().call(resetPassword, { params, body: { password: 'lighthouse keeper' } }));
});

describe('a manager', () => {
  test('manages the own domain, and no other', async () => {
    const { api } = await server.signIn();
    const made = await api.call(createWorkgroup, { params: inNorth(), body: { name: 'Made by a manager' } });
    expect(expectValue(made).rights).toEqual(['scan']);
    const elsewhere = { status: 404, code: 'not_found' };
    const params = { ...inSouth(), clerk: server.south.clerk.id };
    expect(expectRefusal(await api.call(listClerks, { params: inSouth() }))).toEqual(elsewhere);
    expect(expectRefusal(await api.call(changeClerk, { params, body: { disabled: true } }))).toEqual(elsewhere);
    const foreign = { ...inNorth(), clerk: server.south.clerk.id };
    expect(expectRefusal(await api.call(signOutClerk, { params: foreign }))).toEqual(elsewhere);
  });

  test('cannot give a clerk the workgroup of another domain', async () => {
    const { api } = await server.signIn();
    const team = await server.db
      .selectFrom('workgroups')
      .select('id')
      .where('domain_id', '=', server.south.id)
      .executeTakeFirstOrThrow();
    const params = { ...inNorth(), clerk: server.north.colleague.login };
    const refusal = expectRefusal(await api.call(changeClerk, { params, body: { workgroup: team.id } }));
    expect(refusal).toEqual({ status: 404, code: 'not_found' });
  });

  test('does not set the own password here, where nobody asks for the current one', async () => {
    const { api, user } = await server.signIn();
    for (const clerk of [user.id, user.clerk]) {
      const params = { ...inNorth(), clerk };
      const body = { password: 'lighthouse keeper' };
      expect(expectRefusal(await api.call(resetPassword, { params, body })).status).toBe(403);
    }
    const params = { ...inNorth(), clerk: (await addClerk('forgetful')).id };
    expectValue(await api.call(resetPassword, { params, body: {} }));
  });

  test('is named in the audit log, with the address', async () => {
    const { api, user } = await server.signIn();
    expectValue(await api.call(createWorkgroup, { params: inNorth(), body: { name: 'Audited' } }));
    const event = await server.db
      .selectFrom('audit_events')
      .selectAll()
      .where('target_name', '=', 'Audited')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      actor_kind: 'clerk',
      actor_id: user.id,
      actor_name: user.clerk,
      address: '127.0.0.1',
    });
  });
});

describe('the last manager of a domain', () => {
  const conflict = { status: 409, code: 'conflict' };

  test('cannot be locked out by a manager, but by the operator', async () => {
    const params = inSouth();
    const { clerk } = server.south;
    const { api } = await server.signIn(clerk.login);
    const disable = (login: string) => ({ params: { ...params, clerk: login }, body: { disabled: true } });
    const others = expectValue(await api.call(listClerks, { params })).items.filter(({ id }) => id !== clerk.id);
    for (const { login } of others) expectValue(await api.call(changeClerk, disable(login)));
    expect(expectRefusal(await api.call(changeClerk, disable(clerk.login)))).toEqual(conflict);
    const demote = { params: { ...params, workgroup: 'Gate team' }, body: { rights: ['scan' as const] } };
    expect(expectRefusal(await api.call(changeWorkgroup, demote))).toEqual(conflict);
    const team = expectValue(await api.call(createWorkgroup, { params, body: { name: 'Gates only' } }));
    const move = { params: { ...params, clerk: clerk.login }, body: { workgroup: team.id } };
    expect(expectRefusal(await api.call(changeClerk, move))).toEqual(conflict);
    expect(expectValue(await operator().call(changeClerk, disable(clerk.login))).disabled_at).not.toBeNull();
  });
});

describe('scantix clerks', () => {
  test('creates a clerk with a password that is typed twice, and never shows one', async () => {
    const typed = { ...server, lines: ['a password of ten', 'a password of ten'] };
    const args = ['clerks', 'create', 'typed', '-w', 'Gate team', '-d', 'North Pier', '--password', '--json'];
    const { code, out } = await runCommand(typed, ...args);
    expect([code, Object.keys(JSON.parse(out))]).toEqual([0, ['clerk']]);
    expect(JSON.parse(out).clerk.password_is_one_time).toBe(false);
    expect(out).not.toContain('ten');
  });

  test.each([
    ['differs the second time', ['a password of ten', 'a password of tan'], 'The two passwords differ'],
    ['is too short', ['short', 'short'], 'A password has at least 10 characters'],
  ])('a typed password that %s is an error of usage', async (_what, lines, message) => {
    const args = ['clerks', 'reset-password', 'north-pier.clerk', '-d', 'North Pier', '--password'];
    expect(await runCommand({ ...server, lines }, ...args)).toEqual({ code: 2, out: '', err: `scantix: ${message}\n` });
  });

  test('shows a one-time password once', async () => {
    const { out } = await scantix('clerks', 'create', 'drawn', '-w', 'Gate team', '-d', 'North Pier');
    expect(out).toMatch(/\nOne-time password, shown only now: \S{19}\n$/);
    const listed = await scantix('clerks', 'list', '-d', 'North Pier');
    expect(listed.out).toMatch(/^drawn +drawn +Gate team +one-time password +0 /m);
  });

  test('needs the domain only while there are several', async () => {
    expect(await scantix('clerks', 'list')).toMatchObject({ code: 2, err: expect.stringContaining('--domain') });
  });

  test('suggests the login name that was meant', async () => {
    const { err } = await scantix('clerks', 'disable', 'north-pier.clark', '-d', 'North Pier');
    expect(err).toBe('scantix: There is no such clerk. Did you mean "north-pier.clerk"?\n');
  });
});

test('the list counts sessions that are open, and none whose time is over', async () => {
  const { login } = await addClerk('session.count');
  await server.signIn(login);
  const listed = async () => expectValue(await operator().call(listClerks, { params: inNorth() })).items;
  const counted = async () => (await listed()).find((clerk) => clerk.login === login)?.sessions;
  expect(await counted()).toBe(1);
  server.clock.advance(12 * 3_600_000);
  expect(await counted()).toBe(0);
});
