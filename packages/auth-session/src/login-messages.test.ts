import { STATUS_CODES } from 'node:http';
import { expect, test } from 'vitest';
import { createSessionHarness, fakeDeviceIdentity } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const INVALID = 'Invalid username or password. Please try again.';
const NETWORK = 'Network error. Please try again.';
const TIMEOUT = 'The request timed out. Please try again.';
const SERVER = 'Server error. Please try again later or contact support.';

async function messageFor(answer: () => Response | Promise<Response>): Promise<string> {
  const { session, server } = createSessionHarness();
  server.answerNext('/v0/auth/login', answer);
  const outcome = await session.login(ada);
  if (outcome.ok) throw new Error('The sign-in has succeeded.');
  expect(session.getSnapshot()).toEqual({ status: 'signed-out', error: outcome.message, errorCode: outcome.code });
  return outcome.message;
}

const page = (status: number) => () => new Response('<h1>Unauthorized network 500</h1>', { status });
const json = (status: number, body: unknown) => () => Response.json(body, { status });

test.each([
  ['Unauthorized', INVALID],
  ['INVALID CREDENTIALS given', INVALID],
  ['Authentication failed: no such user', INVALID],
  ['The Network is down', NETWORK],
  ['could not fetch the account', NETWORK],
  ['Gateway TIMEOUT', TIMEOUT],
  ['Internal Server Error', SERVER],
  ['code 1500', SERVER],
  ['unauthorized network timeout 500', INVALID],
  ['network timeout 500', NETWORK],
  ['timeout 500', TIMEOUT],
])('[8.1] the message "%s" of a JSON body becomes "%s", whatever status and `success` say', async (text, message) => {
  for (const status of [200, 400, 401, 503]) {
    for (const success of [{}, { success: false }, { success: true }, { success: 'no' }]) {
      expect(await messageFor(json(status, { ...success, message: text }))).toBe(message);
    }
  }
});

test.each([
  ['an empty message', { success: false, message: ' ' }],
  ['a message that is no text', { success: false, message: { text: 'network' } }],
  ['fields of its own', { error: 'network' }],
  ['a list', ['network']],
  ['null', null],
])('JSON without a message (%s) is matched by its status', async (_name, body) => {
  expect(await messageFor(json(401, body))).toBe(INVALID);
  expect(await messageFor(json(403, body))).toBe('Login failed');
  expect(await messageFor(json(200, body))).toBe('Authentication failed');
});

test('[8.1] without a JSON message, each status is matched with its standard reason phrase, which HTTP/2 does not carry', async () => {
  const rows = [
    [/unauthorized/, INVALID],
    [/network/, NETWORK],
    [/timeout/, TIMEOUT],
    [/server error|500/, SERVER],
  ] as const;
  for (const [code, phrase] of Object.entries(STATUS_CODES).filter(([code]) => Number(code) >= 400)) {
    const text = `${code} ${phrase}`.toLowerCase();
    const expected = rows.find(([pattern]) => pattern.test(text))?.[1] ?? 'Login failed';
    expect([text, await messageFor(page(Number(code)))]).toEqual([text, expected]);
  }
});

test('[8.3] a page in place of the answer, with status 200, is a network error', async () => {
  expect(await messageFor(page(200))).toBe(NETWORK);
});

test('an answer that reports success and has no tokens is a network error', async () => {
  expect(await messageFor(json(200, { success: true, message: 'Signed in' }))).toBe(NETWORK);
});

test.each([
  ['Failed to fetch', NETWORK],
  ['NetworkError when attempting to fetch resource.', NETWORK],
  ['Load failed', NETWORK],
  ['connect TIMEOUT', TIMEOUT],
  ['tunnel answered 500', SERVER],
  ['Unauthorized by the proxy', INVALID],
])('[8.1] a fetch that throws "%s" becomes "%s"', async (text, message) => {
  expect(await messageFor(() => Promise.reject(new TypeError(text)))).toBe(message);
});

test.each([
  [new Error('Failed to fetch dynamically imported module'), NETWORK],
  [new Error('timeout of the vault'), TIMEOUT],
  [new Error('broken'), 'An unknown error occurred'],
  ['network', 'An unknown error occurred'],
  [undefined, 'An unknown error occurred'],
])('[8.9] %s, thrown by something else than the call, becomes "%s"', async (thrown, message) => {
  const { session } = createSessionHarness({
    deviceIdentity: { ...fakeDeviceIdentity, getDeviceInformation: () => Promise.reject(thrown) },
  });
  expect(await session.login(ada)).toMatchObject({ ok: false, message });
});

test.each([
  [
    '[8.6] the message of the server',
    json(403, { success: false, message: 'This account is disabled' }),
    'This account is disabled',
  ],
  ['[8.6] the message of another server', json(423, { message: 'Locked until 8:00' }), 'Locked until 8:00'],
  ["[8.7] 'Login failed', not ok", json(422, { success: false }), 'Login failed'],
  ["[8.7] 'Login failed', a page", page(404), 'Login failed'],
  ["[8.8] 'Authentication failed', ok without success", json(200, { success: false }), 'Authentication failed'],
])('%s: no row matches', async (_name, answer, message) => {
  expect(await messageFor(answer)).toBe(message);
});
