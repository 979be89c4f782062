import { createApiClient, HEADERS } from '@scantix/api-contract';
import { getSnapshot, getSnapshotSegment } from '@scantix/api-contract/snapshot';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPasswords } from '../auth/passwords.ts';
import { createApp } from '../create-app.ts';
import { startListening } from '../http/start-listening.ts';
import { systemClock } from '../system/clock.ts';
import { systemRandom } from '../system/random.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { createSnapshotReader } from '../testing/snapshot-reader.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  TEST_SECRETS,
  type TestServer,
  withToken,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { createSnapshotSource, type SnapshotSource } from './create-snapshot-source.ts';

const ROWS = 4;
const TICKETS = 18;

/** The guarantees of segments, on any database. */
export function describeSegments(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let snapshot: SnapshotSource;
  let clerk: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    const database = await createDatabase();
    snapshot = createSource(database.db);
    server = await startTestServer(database, { snapshot });
    clerk = await server.signIn();
    stranger = await server.signIn(server.south.clerk.login);
    for (let index = 0; index < TICKETS; index += 1) await server.north.addTicket(`T-${index}`);
    await snapshot.makeSegments();
  }, START_MS);
  afterAll(() => server.stop());

  const createSource = (db: TestDatabase['db']) =>
    createSnapshotSource({ db, clock: systemClock, maxRows: ROWS, tailRows: ROWS });
  const read = () => createSnapshotReader({ api: clerk.api, checkpointId: server.north.gates[0].id });
  const askManifest = async (api = clerk.api, cursor?: string) => {
    const query = { checkpoint: server.north.gates[0].id, ...(cursor ? { cursor } : {}) };
    return expectValue(await api.call(getSnapshot, { query })).manifest;
  };
  const fetchSegment = (sha256: string, { by = clerk, at = server.north.gates[0].id } = {}) =>
    by.api.call(getSnapshotSegment, { params: { sha256 }, query: { checkpoint: at } });
  const scan = (barcode: string) => clerk.post({ id: server.newId(), barcode });

  test('what many devices download is sealed once: manifests name the same segments, and a short list follows', async () => {
    const [first, second] = [await askManifest(), await askManifest()];
    expect(first.segments?.map(({ rows }) => rows)).toEqual([ROWS, ROWS, ROWS, ROWS]);
    expect(second.segments).toEqual(first.segments);
    expect(first).toMatchObject({ rows: TICKETS % ROWS, complete: true, from_start: true, count: TICKETS });
    const reader = read();
    await reader.catchUp();
    expect([reader.segments, reader.received]).toEqual([4, TICKETS]);
    expect(await reader.open('T-0')).toMatchObject({ entriesUsed: 0 });
  });

  test('a caller that does not say that it knows segments gets pages of rows', async () => {
    const old = createApiClient({ baseUrl: server.url, fetch: withoutWireVersion(clerk.tokens.access_token) });
    expect(await askManifest(old)).toMatchObject({ segments: [], rows: ROWS, complete: false });
  });

  test('what changes after a segment was sealed, or while a device downloads it, comes after it', async () => {
    const reader = read();
    const manifest = await askManifest();
    await scan('T-0');
    await server.db.deleteFrom('tickets').where('barcode', '=', Buffer.from('T-1')).execute();
    await reader.catchUp();
    expect(reader.segments).toBe(4);
    expect(await reader.open('T-0')).toMatchObject({ entriesUsed: 1 });
    expect(await reader.open('T-1')).toBeNull();
    // Segments of the manifest before are the same still.
    expect(expectValue(await fetchSegment(manifest.segments?.[0]?.sha256 ?? '')).rows).toHaveLength(ROWS);
  });

  test('a device that stands inside a segment takes what follows, and holds what the server has', async () => {
    const whole = read();
    await whole.catchUp();
    for (let change = 1; change < TICKETS; change += 1) {
      const [snapshotId] = decodeCursor(whole.manifest?.cursor ?? '');
      const manifest = await askManifest(clerk.api, encodeCursor([snapshotId, change]));
      expect(manifest.complete).toBe(true);
      const segments = manifest.segments ?? [];
      const rest = await Promise.all(segments.map(async ({ sha256 }) => expectValue(await fetchSegment(sha256)).rows));
      const last = rest.flat().map((row) => row.change);
      expect(last).toEqual([...last].sort((one, other) => one - other));
      if (segments.length > 0) expect(Math.max(...last)).toBeGreaterThan(change);
    }
  });

  test('segments of which most is stale are sealed anew as fewer; the old ones stay for who knows them, for an hour', async () => {
    const before = await askManifest();
    const reader = read();
    await reader.fetchPage();
    for (let index = 2; index < 14; index += 1) await scan(`T-${index}`);
    for (let passes = 0; passes < 2; passes += 1) await snapshot.makeSegments();
    const after = await askManifest();
    const names = (manifest: typeof after) => manifest.segments?.map(({ sha256 }) => sha256) ?? [];
    expect(after.segments?.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(2 * TICKETS);
    expect(names(before).filter((name) => names(after).includes(name)).length).toBeLessThan(4);
    for (const name of names(before)) expect(expectValue(await fetchSegment(name)).sha256).toBe(name);
    await reader.catchUp();
    const other = read();
    await other.catchUp();
    for (const each of [reader, other]) expect(await each.open('T-13')).toMatchObject({ entriesUsed: 1 });

    const old = () => server.db.selectFrom('snapshot_segments').select('sha256').where('superseded_at', 'is not', null);
    expect(await old().execute()).not.toEqual([]);
    await server.db
      .updateTable('snapshot_segments')
      .set({ superseded_at: new Date(0) })
      .where('superseded_at', 'is not', null)
      .execute();
    await snapshot.makeSegments();
    expect(await old().execute()).toEqual([]);
  });

  test('another domain’s segment, a forged name and another domain’s checkpoint are unknown', async () => {
    const [segment] = (await askManifest()).segments ?? [];
    const sha256 = segment?.sha256 ?? '';
    const unknown = { status: 404, code: 'not_found' };
    expect(expectRefusal(await fetchSegment(sha256, { by: stranger, at: server.south.gates[0].id }))).toEqual(unknown);
    expect(expectRefusal(await fetchSegment(sha256, { by: stranger }))).toEqual(unknown);
    expect(expectRefusal(await fetchSegment(sha256, { at: server.south.gates[0].id }))).toEqual(unknown);
    expect(expectRefusal(await fetchSegment('0'.repeat(64)))).toEqual(unknown);
    expect(expectRefusal(await fetchSegment('..%2f..%2fetc'))).toMatchObject({ code: 'invalid_request' });
    const noSession = rawRequest(server.url, { path: segmentPath(server.north.gates[0].id, sha256) });
    expect((await noSession).status).toBe(401);
  });

  test('a segment is immutable for the browser that asked, compressed for who can read that', async () => {
    const [segment] = (await askManifest()).segments ?? [];
    const ask = (coding: string) =>
      rawRequest(server.url, {
        path: segmentPath(server.north.gates[0].id, segment?.sha256 ?? ''),
        headers: { Authorization: `Bearer ${clerk.tokens.access_token}`, 'Accept-Encoding': coding },
      });
    const cached = { 'cache-control': 'private, max-age=31536000, immutable' };
    expect((await ask('gzip')).headers).toMatchObject({ ...cached, 'content-encoding': 'gzip' });
    // A clock that learns from `Date` must not learn from an answer that the browser has kept.
    expect((await ask('gzip')).headers).not.toHaveProperty('date');
    const plain = await ask('');
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.text.split('\n')).toHaveLength((segment?.rows ?? 0) + 1);
  });

  test('a body that was cut off or altered in the database is sent to nobody, and its changes are sealed anew', async () => {
    const [segment] = (await askManifest()).segments ?? [];
    const sha256 = Buffer.from(segment?.sha256 ?? '', 'hex');
    const [{ body } = { body: Buffer.of() }] = await server.db
      .selectFrom('snapshot_segments')
      .select('body')
      .where('sha256', '=', sha256)
      .execute();
    await server.db
      .updateTable('snapshot_segments')
      .set({ body: body.subarray(0, -9) })
      .where('sha256', '=', sha256)
      .execute();
    // Another process has not read it before.
    const other = createSource(server.db);
    const second = await startSecond(other);
    const api = createApiClient({ baseUrl: second.url, fetch: withToken(clerk.tokens.access_token) });
    const checkpointId = server.north.gates[0].id;
    const answer = await api.call(getSnapshotSegment, {
      params: { sha256: segment?.sha256 ?? '' },
      query: { checkpoint: checkpointId },
    });
    expect(expectRefusal(answer)).toEqual({ status: 404, code: 'not_found' });
    const reader = createSnapshotReader({ api, checkpointId });
    await reader.catchUp();
    await other.makeSegments();
    const again = createSnapshotReader({ api, checkpointId });
    await again.catchUp();
    expect([again.segments > 0, again.manifest?.count]).toEqual([true, reader.manifest?.count]);
    await second.stop();
  });

  test('a domain that collects has no segments, and gives none out', async () => {
    const [segment] = (await askManifest()).segments ?? [];
    const set = (ticketing: 'on' | 'off') =>
      server.db.updateTable('domains').set({ ticketing }).where('id', '=', server.north.id).execute();
    await set('off');
    expect(await askManifest()).toMatchObject({ segments: [], rows: 0, ticketing: 'off' });
    expect(expectRefusal(await fetchSegment(segment?.sha256 ?? ''))).toEqual({ status: 404, code: 'not_found' });
    await set('on');
    expect((await askManifest()).segments?.[0]).toEqual(segment);
  });

  /** Starts another process of the same database. */
  async function startSecond(source: SnapshotSource) {
    const { db, clock } = server;
    const log = pino({ enabled: false });
    const passwords = createPasswords({ random: systemRandom });
    const app = createApp({ db, clock, random: systemRandom, secrets: TEST_SECRETS, log, passwords, snapshot: source });
    const listening = await startListening(app, { port: 0, host: '127.0.0.1' });
    return { url: `http://127.0.0.1:${listening.port}`, stop: () => listening.stop({ graceMs: 0 }) };
  }
}

const segmentPath = (checkpoint: string, sha256: string) =>
  `/tickets/v0/snapshot/segments/${sha256}?checkpoint=${checkpoint}`;

/** `fetch` of an app from before segments. */
function withoutWireVersion(token: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete(HEADERS.wire);
    return withToken(token)(input, { ...init, headers });
  };
}

function decodeCursor(cursor: string): [string, number] {
  return JSON.parse(Buffer.from(cursor, 'base64url').toString());
}

function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}
