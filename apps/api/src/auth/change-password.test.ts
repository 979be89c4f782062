import { changePassword, getScannerConfig, HEADERS, login, NEW_PASSWORD, refresh } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  startTestServer,
  TEST_DEVICE,
  type TestServer,
} from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { createLoginLimits } from './login-limits.ts';
import { sweepExpired } from './sweep-expired.ts';

const NEW = 'harbour lights at nine';
const ORIGIN = 'https://app.example';
const DAY_MS = 24 * 3_600_000;

// Each sign-in computes a hash.
vi.setConfig({ testTimeout: START_MS });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase(), {
    allowedOrigins: [ORIGIN],
    loginLimits: { account: { burst: 3, drainMs: 30_000 }, address: { burst: 50, drainMs: 1_000 } },
  });
}, START_MS);
afterAll(() => server.stop());

const attempt = (clerk: string, password: string) =>
  server.api.call(login, { body: { clerk, password, remember_me: false, ...TEST_DEVICE } });
const change = (clerk: string, password: string, new_password: string) =>
  server.api.call(changePassword, { body: { clerk, password, new_password, device_id: TEST_DEVICE.device_id } });
const set = (columns: object, id: string) =>
  server.db.updateTable('clerks').set(columns).where('id', '=', id).execute();
const actions = async () => {
  const rows = await server.db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(10).execute();
  return rows.map(({ domain_id, id, at, request_id, ...event }) => event);
};

test('a one-time password signs nobody in, sets another one once, and leaves no session', async () => {
  const { id, login: clerk } = server.south.colleague;
  const before = await server.signIn(clerk);
  const somebody = await server.signIn(server.south.clerk.login);
  await set({ password_is_one_time: true }, id);
  const body = JSON.stringify({ clerk, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE });
  const answer = await fetch(`${server.url}/v0/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ORIGIN },
    body,
  });
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { success: false, code: 'forbidden', message: 'This password has to be replaced before you can sign in.' },
  ]);
  expect(answer.headers.get(HEADERS.signIn)).toBe(NEW_PASSWORD);
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain(HEADERS.signIn);
  expect(answer.headers.get('Set-Cookie')).toBeNull();

  expect(expectValue(await change(clerk, TEST_PASSWORD, NEW))).toEqual({ status: 'changed' });
  expect(expectRefusal(await before.api.call(getScannerConfig, {})).code).toBe('session_revoked');
  const renewed = await server.api.call(refresh, { body: { refresh_token: before.tokens.refresh_token } });
  expect(expectRefusal(renewed).code).toBe('session_revoked');
  expect((await somebody.api.call(getScannerConfig, {})).ok).toBe(true);
  const ended = server.db.selectFrom('sessions').select('revoked_because').where('clerk_id', '=', id);
  expect(await ended.execute()).toEqual([{ revoked_because: 'password_changed' }]);
  expect(expectRefusal(await attempt(clerk, TEST_PASSWORD))).toEqual({ status: 401, code: 'unauthenticated' });
  expect(expectValue(await attempt(clerk, NEW))).toMatchObject({ success: true, message: 'Signed in' });
  expect(expectRefusal(await change(clerk, TEST_PASSWORD, 'once more, please')).code).toBe('unauthenticated');
  const lines = await actions();
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'sign_in.refused', target_id: id, detail: { reason: 'one_time_password' } }),
  );
  expect(lines).toContainEqual({
    action: 'clerk.password_changed',
    ...{ actor_kind: 'clerk', actor_id: id, actor_name: clerk },
    ...{ target_kind: 'clerk', target_id: id, target_name: clerk },
    detail: { one_time: true, sessions: 1 },
    address: '127.0.0.1',
  });
});

test('a wrong one-time password says no more than any wrong password', async () => {
  const { id, login: clerk } = server.north.colleague;
  await set({ password_is_one_time: true }, id);
  const body = JSON.stringify({ clerk, password: 'wrong', remember_me: false, ...TEST_DEVICE });
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${server.url}/v0/auth/login`, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get(HEADERS.signIn)]).toEqual([401, null]);
  await set({ password_is_one_time: false }, id);
});

test('a password that may not be is refused before anything is checked, whoever is named', async () => {
  for (const clerk of [server.north.clerk.login, 'nobody.at.all']) {
    const refusal = async (text: string) => expectValue(await change(clerk, 'the current one', text));
    expect(await refusal('too short')).toEqual({ status: 'refused', refusal: 'too_short' });
    expect(await refusal('the current one')).toEqual({ status: 'refused', refusal: 'unchanged' });
    expect(await refusal('password123')).toEqual({ status: 'refused', refusal: 'common' });
  }
  expect(expectValue(await change('a.long.login', 'x', 'A.Long.Login'))).toMatchObject({ refusal: 'login_name' });
});

test('a change counts with the sign-ins: guesses of the current password come to an end', async () => {
  const clerk = 'guessed.by.change';
  const codes: string[] = [];
  for (let count = 0; count < 3; count += 1) codes.push(expectRefusal(await change(clerk, 'wrong', NEW)).code);
  codes.push(expectRefusal(await attempt(clerk, 'wrong')).code, expectRefusal(await change(clerk, 'wrong', NEW)).code);
  expect(codes).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated', 'rate_limited', 'rate_limited']);
});

test('a disabled clerk changes no password', async () => {
  const { id, login: clerk } = server.north.colleague;
  await set({ disabled_at: new Date(server.clock.now()) }, id);
  expect(expectRefusal(await change(clerk, TEST_PASSWORD, NEW)).code).toBe('unauthenticated');
  await set({ disabled_at: null }, id);
});

test('of two changes at once, one counts', async () => {
  server.clock.advance(3_600_000);
  const { login: clerk } = server.north.colleague;
  const answers = await Promise.all([change(clerk, TEST_PASSWORD, NEW), change(clerk, TEST_PASSWORD, `${NEW}!`)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = { code: 'unauthenticated', message: 'Invalid credentials' };
  expect(answers.filter(({ ok }) => !ok)).toEqual([{ ok: false, failure: expect.objectContaining(refused) }]);
});

test('a flood of refusals fills neither the audit log nor tells what was typed', async () => {
  server.clock.advance(3_600_000);
  const refusals = () =>
    server.db.selectFrom('audit_events').selectAll().where('action', '=', 'sign_in.refused').orderBy('id').execute();
  const before = (await refusals()).length;
  for (let count = 0; count < 30; count += 1) await attempt(`typed-password-${count}`, 'wrong');
  const rows = (await refusals()).slice(before);
  expect(rows).toHaveLength(20);
  expect(JSON.stringify(rows)).not.toContain('typed-password');
  expect(rows.filter(({ detail }) => (detail as { reason: string }).reason === 'password').length).toBeGreaterThan(5);
});

test('refusals of one network address leave room for those of others, up to a number of all together', async () => {
  const limits = createLoginLimits(server);
  const mayRecord = async (address: string, times: number) => {
    const answers = [];
    for (let count = 0; count < times; count += 1) answers.push(await limits.mayRecord(address));
    return answers.filter(Boolean).length;
  };
  server.clock.advance(DAY_MS);
  expect([await mayRecord('203.0.113.1', 21), await mayRecord('203.0.113.2', 1)]).toEqual([20, 1]);
  // They are kept for a week.
  const kept = async (ms: number) => {
    server.clock.advance(ms);
    await sweepExpired(server);
    return (await server.db.selectFrom('login_limits').select('key').execute()).length;
  };
  expect(await kept(7 * DAY_MS)).toBeGreaterThan(0);
  expect(await kept(1)).toBe(0);
  expect(await mayRecord('203.0.113.2', 1)).toBe(1);
  // As if others had filled it.
  await server.db.updateTable('login_limits').set({ level: 500 }).where('key', '=', 'recorded').execute();
  expect(await mayRecord('203.0.113.3', 1)).toBe(0);
  server.clock.advance(10_000);
  expect(await mayRecord('203.0.113.3', 2)).toBe(1);
  server.clock.advance(DAY_MS);
});

test('a sign-in is recorded with its device and address', async () => {
  await server.signIn(server.south.clerk.login, { deviceId: 'recorded' });
  const { id, login: clerk } = server.south.clerk;
  expect(await actions()).toContainEqual({
    action: 'sign_in.succeeded',
    ...{ actor_kind: 'clerk', actor_id: id, actor_name: clerk },
    ...{ target_kind: 'session', target_id: expect.any(String), target_name: null },
    detail: { device_id: 'recorded', remember_me: false },
    address: '127.0.0.1',
  });
});
