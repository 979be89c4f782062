import { nextTask } from '@scantix/runtime-utils';
import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { type AuthSessionOptions, MESSAGES, type SessionLogEvent } from './index.ts';
import { createSessionHarness, fakeDeviceIdentity, refuse } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const REFRESH = '/v0/auth/refresh';
const LOGOUT = '/v0/auth/logout';
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

function setUp(options: Partial<AuthSessionOptions> = {}) {
  const events: SessionLogEvent[] = [];
  const harness = createSessionHarness({ log: { log: (event) => events.push(event), logApiCall() {} }, ...options });
  const find = (name: string) => events.filter((event) => event.name === name);
  return { ...harness, find };
}

/** An event of this package; the level tells an operator whether somebody must look. */
const logged = (name: string, level: SessionLogEvent['level'], properties: Record<string, unknown>) => [
  { name, level, category: 'auth', module: 'auth', properties },
];

test.each([
  ['refused', () => refuse(401, 'invalid_token', 'no')],
  ['unreachable', lost],
] as const)('a refresh that is %s is a warning with this outcome', async (outcome, answer) => {
  const { session, server, find } = setUp();
  await session.login(ada);
  server.answerAlways(REFRESH, answer);
  expect(await session.refresh()).toBe(false);
  expect(find('session-refresh-failed')).toEqual(logged('session-refresh-failed', 'warn', { outcome }));
});

test('a refresh of a session that another profile state has ended is logged as signed out', async () => {
  const { session, storage, openTab, find } = setUp({ indexedDB: new IDBFactory() });
  await session.login(ada);
  const entries = new Map(storage.entries);
  const other = openTab();
  await other.start();
  await other.logout();
  // A crashed browser brings the old entries back.
  for (const [key, value] of entries) storage.setItem(key, value);
  expect(await session.refresh()).toBe(false);
  expect(find('session-refresh-failed')).toMatchObject([{ properties: { outcome: 'signed-out' } }]);
});

test('a sign-in that fails is a warning with its code, never with what was typed', async () => {
  const { session, find } = setUp();
  await session.login({ clerk: 'ada', password: 'wrong' });
  expect(find('login-failed')).toEqual(logged('login-failed', 'warn', { code: 'invalid-credentials' }));
});

test('a sign-in that breaks is logged with the error', async () => {
  const { session, find } = setUp({
    deviceIdentity: { ...fakeDeviceIdentity, getDeviceInformation: async () => null as never },
  });
  expect(await session.login(ada)).toMatchObject({ ok: false, code: 'unknown', message: MESSAGES.unknown });
  expect(find('login-broken')).toEqual(
    logged('login-broken', 'warn', { error: expect.stringContaining('TypeError') as string }),
  );
});

test.each([
  ['a refusal', () => refuse(503, 'down', 'down'), { outcome: 'answered', status: 503 }],
  ['no answer', lost, { outcome: 'network' }],
] as const)('a sign-out that gets %s is a warning with the outcome', async (_name, answer, properties) => {
  const { session, server, find } = setUp();
  await session.login(ada);
  server.answerNext(LOGOUT, answer);
  await session.logout();
  expect(find('logout-failed')).toEqual(logged('logout-failed', 'warn', properties));
});

test.each([
  ['authToken', 'token-storage'],
  ['userData', 'user-storage'],
])('a storage that refuses %s is an error with code and cause', async (key, code) => {
  const { session, storage, find } = setUp();
  storage.refuse(new DOMException('The quota has been exceeded.', 'QuotaExceededError'), key);
  await session.login(ada);
  const error = 'QuotaExceededError: The quota has been exceeded.';
  expect(find('session-storage-failed')).toEqual(logged('session-storage-failed', 'error', { code, error }));
});

test('a record that cannot be opened is a warning with the cause', async () => {
  const open = () => {
    throw new DOMException('Blocked', 'SecurityError');
  };
  const { session, find } = setUp({ indexedDB: { open } as unknown as IDBFactory });
  await session.login(ada);
  expect(find('session-record-failed')).toEqual(
    logged('session-record-failed', 'warn', { error: 'SecurityError: Blocked' }),
  );
});

test('a sign-in that has succeeded is an information, and no failure', async () => {
  const { session, find } = setUp();
  await session.login(ada);
  expect(find('login-succeeded')).toEqual(logged('login-succeeded', 'info', {}));
  expect(find('login-failed')).toEqual([]);
});

const tokens = { access_token: 'secret-a', refresh_token: 'secret-r', expires_in: 60 };

test.each(['/v0/auth/login', REFRESH])(
  'a success of %s that lacks what was agreed is logged with the field',
  async (endpoint) => {
    const { session, server, find } = setUp();
    await session.login(ada);
    server.answerNext(endpoint, () => Response.json({ success: true, tokens, user: {} }));
    await (endpoint === REFRESH ? session.refresh() : session.login(ada));
    const error = expect.stringMatching(/refresh_expires_in/) as string;
    expect(find('answer-unusable')).toEqual(logged('answer-unusable', 'warn', { endpoint, error }));
    expect(JSON.stringify(find('answer-unusable'))).not.toContain('secret');
  },
);

test('a page in place of an answer is logged without its text, and a refusal is as agreed', async () => {
  const { session, server, find } = setUp();
  server.answerNext('/v0/auth/login', () => Response.json({ success: false, message: 'No' }));
  await session.login(ada);
  expect(find('answer-unusable')).toEqual([]);
  server.answerNext('/v0/auth/login', () => new Response('{"access_token": secret}'));
  await session.login(ada);
  const properties = { endpoint: '/v0/auth/login', error: 'SyntaxError' };
  expect(find('answer-unusable')).toEqual(logged('answer-unusable', 'warn', properties));
});

test('a log that throws breaks neither a sign-in nor a call', async () => {
  using unhandled = takeUnhandledRejections();
  const fail = () => {
    throw new TypeError('broken');
  };
  const { session, storage } = createSessionHarness({ log: { log: fail, logApiCall: fail } });
  expect(await session.login(ada)).toMatchObject({ ok: true });
  expect((await session.fetchWithSession('/config/v0/scanner')).status).toBe(200);
  expect(storage.getItem('authToken')).toBe('access-1-0');
  await nextTask();
  expect(unhandled.reasons.map(String)).toContain('TypeError: broken');
});
