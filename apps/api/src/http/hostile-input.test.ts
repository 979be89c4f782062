import { postScans } from '@scantix/api-contract';
import { base64url } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefusedBy, NOT_TEXT, NUL, type RefusalCheck } from '../testing/hostile-input.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectValue,
  type SignedIn,
  startTestServer,
  TEST_DEVICE,
  type TestServer,
} from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';
import { describeHostileTokens } from './hostile-tokens.suite.ts';

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  clerk = await server.signIn();
}, START_MS);
afterAll(async () => {
  const failures = server.logged.filter((line) => line.includes('"level":50'));
  await server.stop();
  expect(failures).toEqual([]);
});

const LOGIN = '/v0/auth/login';
const REFRESH = '/v0/auth/refresh';
const SCANS = '/scantix/v0/scanner/scans';
const LOOKUP = '/tickets/v0/lookup';
const CONFIG = '/config/v0/scanner';
const IMPORT = '/tickets/v0/import';

const json = { 'Content-Type': 'application/json' };
const bearer = () => ({ Authorization: `Bearer ${clerk.tokens.access_token}` });

const expectRefused: RefusalCheck = (input, status) => expectRefusedBy(server.url, input, status);

describeHostileTokens(() => ({ server, clerk }));

/** A call of the list whose body has these fields. */
const listWith = (fields: string) => ({
  ...{ method: 'POST', path: `${SCANS}/search`, headers: { ...bearer(), ...json } },
  body: JSON.stringify(Object.fromEntries(new URLSearchParams(fields))),
});

const loginBody = () => ({ clerk: 'north-pier.clerk', password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE });

describe('sign-in', () => {
  const fields = ['clerk', 'password', 'device_id', ...Object.keys(TEST_DEVICE.device_info)];
  test.each(fields.flatMap((field) => [...NOT_TEXT, NUL].map(([name, value]) => [field, name, value] as const)))(
    'refuses %s: %s',
    async (field, _name, value) => {
      const body = loginBody();
      const target = field in body ? body : body.device_info;
      const hostile =
        target === body ? { ...body, [field]: value } : { ...body, device_info: { ...target, [field]: value } };
      await expectRefused({ method: 'POST', path: LOGIN, headers: json, body: JSON.stringify(hostile) }, 422);
    },
  );

  test.each([null, 'true', 1, [], {}])('refuses remember_me: %j', async (remember_me) => {
    const body = JSON.stringify({ ...loginBody(), remember_me });
    await expectRefused({ method: 'POST', path: LOGIN, headers: json, body }, 422);
  });
});

describe('refresh and lookup', () => {
  test.each([...NOT_TEXT, NUL])('refuse %s', async (_name, value) => {
    const refresh = JSON.stringify({ refresh_token: value });
    await expectRefused({ method: 'POST', path: REFRESH, headers: json, body: refresh }, 422);
    const headers = { ...json, ...bearer() };
    const lookup = JSON.stringify({ barcode: 'A', checkpoint_id: value });
    await expectRefused({ method: 'POST', path: LOOKUP, headers, body: lookup }, 422);
  });

  test.each(NOT_TEXT)('refuse %s as a barcode', async (_name, barcode) => {
    const body = JSON.stringify({ barcode, checkpoint_id: server.north.gates[0].id });
    await expectRefused({ method: 'POST', path: LOOKUP, headers: { ...json, ...bearer() }, body }, 422);
  });

  test('refuse an access token as a refresh token, and the other way round', async () => {
    const body = JSON.stringify({ refresh_token: clerk.tokens.access_token });
    await expectRefused({ method: 'POST', path: REFRESH, headers: json, body }, 401);
    await expectRefused({ path: CONFIG, headers: { Authorization: `Bearer ${clerk.tokens.refresh_token}` } }, 401);
  });
});

describe('a scan', () => {
  const texts = [
    'barcode',
    'symbology',
    'scan_method',
    'mode',
    'checkpoint_id',
    'claimed_at',
    'device_id',
    'claimed_by',
  ];
  const times = [
    '2026-02-30T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '2026-11-21T25:00:00.000Z',
    '2026-11-21T09:00:00Z',
  ];
  const more: [string, string, unknown][] = [
    ...['1', [], {}, Number.POSITIVE_INFINITY].map(
      (value) => ['clock_offset_ms', String(value), value] as [string, string, unknown],
    ),
    ...[null, 1, 'not base64!', 'A'.repeat(20_000)].map(
      (value) => ['raw', String(value).slice(0, 20), value] as [string, string, unknown],
    ),
    ...[null, 1, {}, { outcome: 'accepted' }].map(
      (value) => ['device_verdict', JSON.stringify(value), value] as [string, string, unknown],
    ),
    ...times.map((time) => ['claimed_at', time, time] as [string, string, unknown]),
    ['claimed_by', 'U+0000', 'a\u0000b'],
    ['device_id', 'U+0000', 'a\u0000b'],
    ['id', 'a UUID of version 4', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
    ['id', 'capital letters', '01A1FC4F-66DB-7413-888B-AAF9E3B59103'],
    ['id', 'SQL', "'; drop table scans; --"],
  ];
  test.each([
    ...texts.flatMap((field) => NOT_TEXT.map(([name, value]) => [field, name, value] as [string, string, unknown])),
    ...more,
  ])('is rejected for its %s: %s', async (field, _name, value) => {
    const scan = {
      id: server.newId(),
      barcode: 'A-1',
      symbology: 'qr_code',
      scan_method: 'camera',
      mode: 'entry',
      checkpoint_id: server.north.gates[0].id,
      claimed_at: '2026-11-21T09:00:00.000Z',
      device_id: 'device',
      claimed_by: 'north-pier.clerk',
    };
    // JSON has no infinity, but 1e400 is read as infinity.
    const text = JSON.stringify({ scans: [{ ...scan, [field]: value }] }).replace(
      '"clock_offset_ms":null}',
      '"clock_offset_ms":1e400}',
    );
    const answer = await rawRequest(server.url, {
      method: 'POST',
      path: SCANS,
      headers: { ...json, ...bearer() },
      body: text,
    });
    expect(answer.status).toBe(200);
    const { results } = postScans.response.parse(JSON.parse(answer.text));
    expect(results).toMatchObject([{ status: 'rejected', error: { code: 'invalid_request' } }]);
  });

  test.each([
    [[]],
    [[null]],
    [[{}]],
    [[{ id: 7 }]],
    [[{ id: '' }]],
    [[{ id: 'x'.repeat(65) }]],
    ['x'],
    [{ length: 1 }],
  ])('does not come in an envelope of %j', async (scans) => {
    const body = JSON.stringify({ scans });
    await expectRefused({ method: 'POST', path: SCANS, headers: { ...json, ...bearer() }, body }, 422);
  });
});

describe('the list', () => {
  test.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=1e3',
    'limit=',
    'limit=9999999999999999999',
    'id=1',
    'id=%00',
    'outcome=all',
    'reason=none',
    'checkpoint_id=x',
    'mode=in',
    'clerk=',
    'clerk=%00',
    `device_id=${'x'.repeat(129)}`,
    'device_id=%00',
    'from=today',
    'from=0000-01-01T00:00:00.000Z',
    'to=2026-02-30T00:00:00.000Z',
    'conflict=yes',
    'undone=1',
    'search=%00',
    `search=${'x'.repeat(201)}`,
    'cursor=',
    'cursor=x',
    'cursor=e30',
    'cursor=bnVsbA',
    `cursor=${base64url.encode('["2026-11-21T09:00:00.000Z","x"]')}`,
    `cursor=${base64url.encode('["9999999-11-21","01a1fc4f-66db-7413-888b-aaf9e3b59103"]')}`,
    `cursor=${'x'.repeat(600)}`,
  ])('refuses %s', async (fields) => expectRefused(listWith(fields), 422));

  test.each(['search=%E0%A4%A', 'search=%', 'search=%27%20or%201=1', '__proto__=x', 'search[]=x', 'search=a&search=b'])(
    'survives %s',
    async (fields) => {
      const answer = await rawRequest(server.url, listWith(fields));
      expect(answer.status).toBe(200);
    },
  );
});

test('a body without an end is refused where its length is not told', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(16 * 1024).fill(0x20));
    },
  });
  const init = { method: 'POST', headers: json, body, duplex: 'half' } as RequestInit;
  const answer = await fetch(server.url + LOGIN, init).catch(() => null);
  // The server may close the connection while the client is still sending.
  expect(answer?.status ?? 413).toBe(413);
});

describe('an import', () => {
  test('of more than it may carry is refused before it is read', async () => {
    const headers = { ...bearer(), 'Content-Type': 'text/csv', 'Content-Length': '1000000001' };
    await expectRefused({ method: 'POST', path: IMPORT, headers, body: 'barcode\n' }, 413);
  });
});

test('after all of it the clerk still works', async () => {
  expect(expectValue(await clerk.api.call(postScans, { body: { scans: [{ id: 'x' }] } })).results).toHaveLength(1);
});
