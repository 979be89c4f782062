import { changeCheckpoint } from '@scantix/api-contract/admin';
import { decideVerdict } from '@scantix/api-contract/rules';
import { getSnapshot } from '@scantix/api-contract/snapshot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../system/clock.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { createSnapshotReader } from '../testing/snapshot-reader.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { createSnapshotSource } from './create-snapshot-source.ts';

const PAGE_ROWS = 4;

/** The guarantees of the snapshot, on any database. */
export function describeSnapshot(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    const database = await createDatabase();
    const snapshot = createSnapshotSource({ db: database.db, clock: systemClock, maxRows: PAGE_ROWS });
    server = await startTestServer(database, { snapshot });
    clerk = await server.signIn();
    stranger = await server.signIn(server.south.clerk.login);
  }, START_MS);
  afterAll(() => server.stop());

  const id = () => server.newId();
  const read = (by = clerk, domain = server.north) =>
    createSnapshotReader({ api: by.api, checkpointId: domain.gates[0].id });

  test('an empty domain has an empty, complete snapshot', async () => {
    const reader = read(stranger, server.south);
    await reader.catchUp();
    expect(reader.manifest).toMatchObject({ count: 0, rows: 0, complete: true, from_start: true, ticketing: 'on' });
    expect(await reader.open('ANY')).toBeNull();
  });

  test('every ticket is in it, readable by its barcode alone', async () => {
    const barcodes = [
      'A-1',
      'a/b?c=%25 \u0000\u001d\u{1f3ab}',
      '\ufeffbom',
      'x'.repeat(8_192),
      ...numbered('MANY', 20),
    ];
    const seat = 'Row 4, seat 12';
    for (const barcode of barcodes)
      await server.north.addTicket(barcode, { order_name: `for ${barcode.slice(0, 3)}`, seat });
    const reader = read();
    await reader.catchUp();
    for (const barcode of barcodes) {
      expect(await reader.open(barcode)).toMatchObject({ holder: 'Ada Berg', seat, entriesUsed: 0, recentEffects: [] });
    }
    expect(await reader.open('A-2')).toBeNull();
  });

  test('a ticket that was used gives the device the server’s verdict', async () => {
    await server.north.addTicket('USED', { entries_allowed: 2, works_at: [server.north.gates[0].id] });
    const reader = read();
    for (const mode of ['entry', 'exit', 'entry', 'entry'] as const) {
      server.clock.advance(60_000);
      await reader.catchUp();
      const at = server.clock.now();
      const decision = decideVerdict({
        ...{ mode, at, ticketing: 'on', deviceId: 'gate' },
        checkpointId: server.north.gates[0].id,
        ticket: await reader.open('USED'),
      });
      const [result] = await clerk.post({ id: id(), barcode: 'USED', mode, device_id: 'gate' });
      expect(result?.verdict).toMatchObject({
        outcome: decision.outcome,
        reason: decision.reason,
        ticket: decision.ticket,
      });
    }
  });

  test('a reader that has it all gets only what has changed since', async () => {
    await server.north.addTicket('CHANGES');
    const reader = read();
    await reader.catchUp();
    const before = reader.received;
    await reader.catchUp();
    expect(reader.received).toBe(before);
    const [result] = await clerk.post({ id: id(), barcode: 'CHANGES' });
    await clerk.post({ id: id(), barcode: 'CHANGES', device_id: 'refused' });
    await reader.catchUp();
    expect(reader.received).toBe(before + 1);
    expect(await reader.open('CHANGES')).toMatchObject({ entriesUsed: 1, inside: 1 });
    const { rows } = expectValue(
      await clerk.api.call(getSnapshot, {
        query: { checkpoint: server.north.gates[0].id, cursor: cursorBefore(reader.manifest?.cursor ?? '') },
      }),
    );
    expect(rows.map(({ change }) => change)).toEqual([result?.change]);
  });

  test('a download that broke off goes on where it stood, whatever changed meanwhile', async () => {
    for (const barcode of numbered('BROKEN', 12)) await server.north.addTicket(barcode);
    const reader = read();
    await reader.fetchPage();
    await clerk.post({ id: id(), barcode: 'BROKEN-0' }, { id: id(), barcode: 'BROKEN-11' });
    await remove('BROKEN-1');
    await reader.fetchPage();
    await remove('BROKEN-10');
    await reader.catchUp();
    expect(await reader.open('BROKEN-0')).toMatchObject({ entriesUsed: 1 });
    expect(await reader.open('BROKEN-11')).toMatchObject({ entriesUsed: 1 });
    expect(await reader.open('BROKEN-1')).toBeNull();
    expect(await reader.open('BROKEN-10')).toBeNull();
  });

  test('a ticket that was removed, sold again under its code, or given another code is followed', async () => {
    const ticketId = await server.north.addTicket('GONE');
    await server.north.addTicket('STAYS');
    const reader = read();
    await reader.catchUp();
    await remove('GONE');
    await reader.catchUp();
    expect(await reader.open('GONE')).toBeNull();
    await server.north.addTicket('GONE', { holder: 'Bo' });
    await reader.catchUp();
    expect(await reader.open('GONE')).toMatchObject({ holder: 'Bo' });
    await server.db
      .updateTable('tickets')
      .set({ barcode: Buffer.from('NEW') })
      .where('holder', '=', 'Bo')
      .execute();
    await reader.catchUp();
    expect([await reader.open('GONE'), await reader.open('NEW')]).toMatchObject([null, { holder: 'Bo' }]);
    expect(ticketId).toBeTruthy();
  });

  test('a checkpoint that was renamed has its new name in every ticket', async () => {
    const [gate] = server.north.gates;
    await server.north.addTicket('RENAMED', { works_at: [gate.id] });
    const reader = read();
    await reader.catchUp();
    const rename = async (name: string) => {
      const params = { domain: server.north.id, checkpoint: gate.id };
      expectValue(await clerk.api.call(changeCheckpoint, { params, body: { name } }));
      const { from_start: fromStart } = await reader.fetchPage();
      await reader.catchUp();
      return fromStart;
    };
    expect(await rename('Harbour gate')).toBe(true);
    expect(await reader.open('RENAMED')).toMatchObject({ worksAt: [{ id: gate.id, name: 'Harbour gate' }] });
    expect(await rename('Harbour gate')).toBe(false);
    await rename(gate.name);
  });

  test('what changes nothing takes no change number', async () => {
    const reader = read();
    await reader.catchUp();
    const { received } = reader;
    await server.db.updateTable('tickets').set({ type: 'Day ticket' }).where('type', '=', 'Day ticket').execute();
    await reader.catchUp();
    expect(reader.received).toBe(received);
  });

  test('one statement may change many tickets of several domains', async () => {
    await server.south.addTicket('SOUTH');
    await server.db.updateTable('tickets').set({ note: 'Rain: tell them' }).execute();
    for (const reader of [read(), read(stranger, server.south)]) await reader.catchUp();
    const south = read(stranger, server.south);
    await south.catchUp();
    expect(await south.open('SOUTH')).toMatchObject({ note: 'Rain: tell them' });
    await server.db.updateTable('tickets').set({ note: null }).execute();
  });

  test('a domain that simply collects says so and sends no ticket', async () => {
    const tickets = read(stranger, server.south);
    await tickets.catchUp();
    expect(tickets.manifest).toMatchObject({ count: 1, ticketing: 'on' });
    await setTicketing('off');
    await tickets.catchUp();
    expect(tickets.manifest).toMatchObject({ count: 0, rows: 0, complete: true, from_start: true, ticketing: 'off' });
    await setTicketing('on');
    await tickets.catchUp();
    expect(tickets.manifest).toMatchObject({ count: 1, from_start: true, ticketing: 'on' });
  });

  test('a cursor of another snapshot, or from before a backup was restored, begins at the beginning', async () => {
    const reader = read();
    await reader.catchUp();
    const { north } = server;
    const ask = async (cursor: string) =>
      expectValue(await clerk.api.call(getSnapshot, { query: { checkpoint: north.gates[0].id, cursor } })).manifest;
    const [snapshotId, change] = decodeCursor(reader.manifest?.cursor ?? '');
    expect(await ask(encodeCursor([id(), change]))).toMatchObject({ from_start: true, rows: PAGE_ROWS });
    expect(await ask(encodeCursor([snapshotId, change + 1]))).toMatchObject({ from_start: true, rows: PAGE_ROWS });
    expect(await ask(encodeCursor([snapshotId, change]))).toMatchObject({ from_start: false, rows: 0 });
  });

  test('nothing of another domain can be had with a cursor or a checkpoint', async () => {
    const reader = read();
    await reader.catchUp();
    const cursor = reader.manifest?.cursor ?? '';
    const call = (checkpoint: string) => stranger.api.call(getSnapshot, { query: { checkpoint, cursor } });
    expect(expectRefusal(await call(server.north.gates[0].id))).toEqual({ status: 404, code: 'not_found' });
    const { manifest } = expectValue(await call(server.south.gates[0].id));
    expect(manifest).toMatchObject({ from_start: true, count: 1 });
    expect(manifest.snapshot_key).not.toBe(reader.manifest?.snapshot_key);
  });

  test('it is compressed for who can read that, and is kept by nobody', async () => {
    const path = `/tickets/v0/snapshot?checkpoint=${server.north.gates[0].id}`;
    const Authorization = `Bearer ${clerk.tokens.access_token}`;
    const ask = (coding: string) =>
      rawRequest(server.url, { path, headers: { Authorization, 'Accept-Encoding': coding } });
    for (const coding of ['gzip', 'br, gzip;q=0.5', '*']) {
      expect((await ask(coding)).headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' });
    }
    for (const coding of ['', 'br', 'gzip;q=0', 'identity, gzip;q=0.0']) {
      const { headers, text } = await ask(coding);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(text.split('\n')).toHaveLength(PAGE_ROWS + 2);
    }
  });

  async function remove(barcode: string): Promise<void> {
    await server.db.deleteFrom('tickets').where('barcode', '=', Buffer.from(barcode)).execute();
  }

  async function setTicketing(ticketing: 'on' | 'off'): Promise<void> {
    await server.db.updateTable('domains').set({ ticketing }).where('id', '=', server.south.id).execute();
  }
}

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
}

function decodeCursor(cursor: string): [string, number] {
  return JSON.parse(Buffer.from(cursor, 'base64url').toString());
}

function encodeCursor(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The cursor one change earlier. */
function cursorBefore(cursor: string): string {
  const [snapshotId, change] = decodeCursor(cursor);
  return encodeCursor([snapshotId, change - 1]);
}
