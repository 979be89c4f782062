import { postScans, undoScan, type Verdict } from '@scantix/api-contract';
import { base64url } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefusedBy, NOT_TEXT, NUL, type RefusalCheck } from '../testing/hostile-input.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

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

const SCANS = '/scantix/v0/scanner/scans';
const SEARCH = '/tickets/v0/search';
const SNAPSHOT = '/tickets/v0/snapshot';
const CONFLICTS = '/scantix/v0/scanner/conflicts';
const UNDO = `${SCANS}/01a1fc4f-66db-7413-888b-aaf9e3b59103/undo`;

const json = { 'Content-Type': 'application/json' };
const bearer = () => ({ Authorization: `Bearer ${clerk.tokens.access_token}` });
const expectRefused: RefusalCheck = (input, status) => expectRefusedBy(server.url, input, status);

describe('an undo', () => {
  const undo = () => ({
    ...{ id: server.newId(), device_id: 'device', claimed_at: '2026-11-21T09:00:00.000Z' },
    claimed_by: 'north-pier.clerk',
  });
  const post = (path: string, body: unknown, status?: number) =>
    expectRefused({ method: 'POST', path, headers: { ...json, ...bearer() }, body: JSON.stringify(body) }, status);

  test.each(
    ['id', 'device_id', 'claimed_at', 'claimed_by'].flatMap((field) =>
      [...NOT_TEXT, NUL].map(([name, value]) => [field, name, value] as const),
    ),
  )('is refused for its %s: %s', async (field, _name, value) => post(UNDO, { ...undo(), [field]: value }, 422));

  test.each([
    ['clock_offset_ms', '1'],
    ['clock_offset_ms', null],
    ['clock_checked_at', 'yesterday'],
    ['clock_checked_at', null],
  ])('is refused for its %s: %j', async (field, value) => post(UNDO, { ...undo(), [field]: value }, 422));

  test.each(['x', '%00', '%2e%2e', '%E0%A4%A', "'%20or%201=1", 'F47AC10B-58CC-4372-A567-0E02B2C3D479'])(
    'of the scan %s is refused',
    async (id) => {
      await post(`${SCANS}/${id}/undo`, undo());
      await expectRefused({ method: 'POST', path: `${CONFLICTS}/${id}/acknowledge`, headers: bearer() });
    },
  );

  test('of a scan that is not there, and a conflict that is not, do not exist', async () => {
    await post(UNDO, undo(), 404);
    const path = `${CONFLICTS}/${server.newId()}/acknowledge`;
    await expectRefused({ method: 'POST', path, headers: bearer() }, 404);
  });
});

describe('a clock', () => {
  const edges = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  const offsets = [Number.MAX_VALUE, -Number.MAX_VALUE, Number.MIN_VALUE, 0.5];
  test.each(edges.flatMap((time) => offsets.map((offset) => [time, offset] as const)))(
    'of %s and %d ms is recorded',
    async (time, clock_offset_ms) => {
      const shown: Omit<Verdict, 'decided_at'> = {
        outcome: 'accepted',
        reason: 'ok',
        certainty: 'device',
        mode: 'entry',
      };
      const device_verdict = { ...shown, decided_at: time };
      const times = { claimed_at: time, clock_offset_ms, clock_checked_at: time };
      const id = server.newId();
      const [result] = await clerk.post({ id, barcode: `EDGE-${id}`, ...times, device_verdict });
      expect(result).toMatchObject({ status: 'recorded', conflict: { kind: 'unknown_code' } });
      const body = { id: server.newId(), device_id: 'd', claimed_by: 'north-pier.clerk', ...times };
      expect(expectValue(await clerk.api.call(undoScan, { params: { id }, body }))).toMatchObject({
        status: 'recorded',
      });
    },
  );
});

test('a scan whose verdict has a list without end is refused before the list is read, and others of its call are recorded', async () => {
  const list = Array.from({ length: 501 }, () => 1);
  const scans = Array.from({ length: 10 }, (_, index) => ({
    ...{ ...clerk.scan(), id: server.newId(), barcode: `LIST-${index}` },
    ...(index > 0 && { device_verdict: { works_at: list } }),
  }));
  const { results } = expectValue(await clerk.api.call(postScans, { body: { scans } }));
  const message = 'Invalid scan: device_verdict.works_at (too_big: at most 500)';
  const refused = { status: 'rejected', error: { code: 'invalid_request', message } };
  expect(results).toMatchObject([{ status: 'recorded' }, ...Array(9).fill(refused)]);
});

describe('the snapshot', () => {
  const cursorOf = (value: unknown) => base64url.encode(JSON.stringify(value));
  const known = () => `checkpoint=${server.north.gates[0].id}`;
  test.each([
    ['', 422],
    ['checkpoint=', 422],
    ['checkpoint=x', 422],
    ['checkpoint=%00', 422],
    [`checkpoint=01a1fc4f-66db-7413-888b-aaf9e3b59103`, 404],
  ])('refuses ?%s', async (query, status) => {
    await expectRefused({ path: `${SNAPSHOT}?${query}`, headers: bearer() }, status);
  });

  test.each([
    '',
    'x',
    'e30',
    'bnVsbA',
    'x'.repeat(600),
    cursorOf([]),
    cursorOf(['a']),
    cursorOf(['a', -1]),
    cursorOf(['a', 0.5]),
    cursorOf(['a', '1']),
    cursorOf(['a', 1e300]),
    cursorOf([1, 1]),
    cursorOf({ 0: 'a', 1: 1 }),
  ])('refuses the cursor "%s"', async (cursor) => {
    await expectRefused({ path: `${SNAPSHOT}?${known()}&cursor=${cursor}`, headers: bearer() }, 422);
  });

  test.each([cursorOf(['', 1]), cursorOf(["' or 1=1 --", 1]), cursorOf(['a\u0000b', Number.MAX_SAFE_INTEGER])])(
    'begins anew for the cursor %s, which it has not made',
    async (cursor) => {
      const answer = await rawRequest(server.url, {
        path: `${SNAPSHOT}?${known()}&cursor=${cursor}`,
        headers: bearer(),
      });
      expect([answer.status, JSON.parse(answer.text.split('\n')[0] ?? '')]).toMatchObject([200, { from_start: true }]);
    },
  );

  test.each(['gzip;q=x', ',,,', 'gzip;;;', '\u00ff', 'x'.repeat(5_000)])('answers who accepts "%s"', async (coding) => {
    const headers = { ...bearer(), 'Accept-Encoding': coding };
    expect((await rawRequest(server.url, { path: `${SNAPSHOT}?${known()}`, headers })).status).toBe(200);
  });
});

describe('the list of conflicts', () => {
  test.each(['open=', 'open=yes', 'cursor=', 'cursor=x', 'cursor=WyJ4IiwieSJd', `cursor=${'x'.repeat(600)}`])(
    'refuses ?%s',
    async (query) => expectRefused({ path: `${CONFLICTS}?${query}`, headers: bearer() }, 422),
  );
});

describe('the search for tickets', () => {
  test.each([...NOT_TEXT.filter(([name]) => name !== '20,000 characters'), NUL, ['201 characters', 'x'.repeat(201)]])(
    'refuses %s',
    async (_name, query) => {
      const headers = { ...json, ...bearer() };
      await expectRefused({ method: 'POST', path: SEARCH, headers, body: JSON.stringify({ query }) }, 422);
    },
  );

  test.each(['x', 'e30', base64url.encode('["x"]'), base64url.encode('[1]'), 'x'.repeat(600), ''])(
    'refuses the cursor "%s"',
    async (cursor) => {
      const headers = { ...json, ...bearer() };
      const body = JSON.stringify({ query: 'a', cursor });
      await expectRefused({ method: 'POST', path: SEARCH, headers, body }, 422);
    },
  );
});
