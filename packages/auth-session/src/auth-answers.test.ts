import { expect, test } from 'vitest';
import { createSessionHarness } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const LOGIN = '/v0/auth/login';
const REFRESH = '/v0/auth/refresh';
const TOKENS = { access_token: 'a', refresh_token: 'r', expires_in: 1, refresh_expires_in: 1 };
const USER = { id: '1', clerk: 'ada', user_name: '', domain: '', workgroup: '' };

async function logInto(body: unknown, status = 200) {
  const harness = createSessionHarness();
  harness.server.answerNext(LOGIN, () => Response.json(body, { status }));
  return { ...harness, outcome: await harness.session.login(ada) };
}

test('[7.3] the least that a sign-in needs is an id, a login name and tokens', async () => {
  const { outcome } = await logInto({ success: true, tokens: TOKENS, user: USER });
  expect(outcome).toEqual({
    ok: true,
    user: { id: '1', clerk: 'ada', userName: '', domain: '', workgroup: '' },
  });
});

test("[7.3] a number as id becomes text, and user_name wins over a server's own userName", async () => {
  const user = { ...USER, id: 0, user_name: 'Ada', userName: 'not of section 7' };
  const { outcome } = await logInto({ success: true, tokens: TOKENS, user });
  expect(outcome).toMatchObject({ ok: true, user: { id: '0', userName: 'Ada' } });
});

test.each([
  ['no user', { success: true, tokens: TOKENS }],
  ['an empty id', { success: true, tokens: TOKENS, user: { ...USER, id: '' } }],
  ['an id that is neither text nor number', { success: true, tokens: TOKENS, user: { ...USER, id: null } }],
  ['an empty login name', { success: true, tokens: TOKENS, user: { ...USER, clerk: '' } }],
  ['no name', { success: true, tokens: TOKENS, user: { ...USER, user_name: undefined } }],
  ['no domain', { success: true, tokens: TOKENS, user: { ...USER, domain: undefined } }],
  ['no workgroup', { success: true, tokens: TOKENS, user: { ...USER, workgroup: undefined } }],
  ['an empty access token', { success: true, tokens: { ...TOKENS, access_token: '' }, user: USER }],
  ['an empty refresh token', { success: true, tokens: { ...TOKENS, refresh_token: '' }, user: USER }],
  ['no lifetime', { success: true, tokens: { ...TOKENS, expires_in: 0 }, user: USER }],
  ['no lifetime of the refresh token', { success: true, tokens: { ...TOKENS, refresh_expires_in: 0 }, user: USER }],
])('[5.4] a success with %s signs nobody in', async (_name, body) => {
  const { outcome, storage } = await logInto(body);
  expect(outcome).toMatchObject({ ok: false, code: 'network' });
  expect(storage.entries.size).toBe(0);
});

test('[5.4] Login succeeds only when the response is ok and reports success', async () => {
  const whole = { success: true, tokens: TOKENS, user: USER };
  expect((await logInto(whole, 300)).outcome).toMatchObject({ ok: false, message: 'Login failed' });
  expect((await logInto(whole, 401)).outcome).toMatchObject({ ok: false, code: 'invalid-credentials' });
  expect((await logInto({ ...whole, success: 'true' })).outcome).toMatchObject({ message: 'Authentication failed' });
  expect((await logInto({ ...whole, success: false })).outcome).toMatchObject({ message: 'Authentication failed' });
  expect((await logInto(whole, 299)).outcome).toMatchObject({ ok: true });
});

test.each([
  [401, { message: 'Nope' }, 'invalid-credentials'],
  [429, { message: 'Nope' }, 'rate-limited'],
  [499, { message: 'Nope' }, 'rejected'],
  [500, { message: 'Nope' }, 'server'],
  [200, { message: 'Nope' }, 'rejected'],
])('a message of status %i that no row matches has the code %s', async (status, body, code) => {
  expect((await logInto(body, status)).outcome).toEqual({ ok: false, code, message: 'Nope' });
});

test('a time to wait is reported beside a row too, and only as a number', async () => {
  const message = 'Unauthorized';
  expect((await logInto({ message, retry_after_ms: 5 }, 401)).outcome).toMatchObject({ retryAfterMs: 5 });
  expect((await logInto({ message, retry_after_ms: '5' }, 401)).outcome).not.toHaveProperty('retryAfterMs');
});

test('[7.8] only a refusal in JSON that says so ends the session at a refresh', async () => {
  for (const [status, body, isSignedIn] of [
    [400, { success: false }, false],
    [401, { success: false }, false],
    [403, { success: false }, true],
    [401, { success: true, tokens: TOKENS }, true],
    [401, { error: 'login required' }, true],
    [200, { success: true }, true],
    [200, { success: true, tokens: { ...TOKENS, access_token: '' } }, true],
  ] as const) {
    const { session, server } = createSessionHarness();
    await session.login(ada);
    server.answerNext(REFRESH, () => Response.json(body, { status }));
    expect(await session.refresh()).toBe(false);
    expect([status, body, session.getSnapshot().status === 'signed-in']).toEqual([status, body, isSignedIn]);
  }
});

test('a call leaves no timer behind', async () => {
  const { clock } = await logInto({}, 401);
  expect(clock.countTimers()).toBe(0);
});

test('the calls ask for JSON and follow no redirect; a sign-out outlives its page', async () => {
  const sent: Request[] = [];
  const { server, openTab } = createSessionHarness();
  const session = openTab({
    fetch: (input, init) => {
      sent.push(new Request(String(input), init));
      return server.fetch(input, init);
    },
  });
  await session.login(ada);
  await session.refresh();
  await session.logout();
  expect(sent.map(({ url, headers }) => [url, headers.get('Accept'), headers.get('Content-Type')])).toEqual([
    [`http://fake.test${LOGIN}`, 'application/json', 'application/json'],
    [`http://fake.test${REFRESH}`, 'application/json', 'application/json'],
    ['http://fake.test/v0/auth/logout', 'application/json', null],
  ]);
  expect(sent.map(({ redirect, keepalive }) => [redirect, keepalive])).toEqual([
    ['error', false],
    ['error', false],
    ['error', true],
  ]);
});
