import { getSnapshotSegment } from '@scantix/api-contract/snapshot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../system/clock.ts';
import { runCommand } from '../testing/run-command.ts';
import { createSnapshotReader } from '../testing/snapshot-reader.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectRefusal, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { createSnapshotSource, type SnapshotSource } from './create-snapshot-source.ts';
import { rotateSnapshotKey } from './rotate-snapshot-key.ts';

const ROWS = 4;
const TICKETS = Array.from({ length: 18 }, (_, index) => `K-${index}`);

/** The guarantees of a rotation of the snapshot key, on any database. */
export function describeKeyRotation(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let snapshot: SnapshotSource;
  let clerk: SignedIn;
  beforeAll(async () => {
    const database = await createDatabase();
    snapshot = createSnapshotSource({ db: database.db, clock: systemClock, maxRows: ROWS, tailRows: ROWS });
    server = await startTestServer(database, { snapshot });
    clerk = await server.signIn();
    for (const barcode of TICKETS) await server.north.addTicket(barcode);
    await remove('K-17');
    await scan('K-16');
    await snapshot.makeSegments();
  }, START_MS);
  afterAll(async () => {
    await snapshot.stop();
    await server.stop();
  });

  const read = (by = clerk, { gates } = server.north) =>
    createSnapshotReader({ api: by.api, checkpointId: gates[0].id });
  const scan = async (barcode: string) => {
    const [result] = await clerk.post({ id: server.newId(), barcode });
    return result;
  };
  const remove = (barcode: string) =>
    server.db.deleteFrom('tickets').where('barcode', '=', Buffer.from(barcode)).execute();
  const segmentsOf = async () => {
    const fresh = read();
    return (await fresh.fetchPage()).segments?.map(({ sha256 }) => sha256) ?? [];
  };
  const rotate = () => runCommand(server, 'keys', 'rotate-snapshot', '--domain', 'North Pier');
  const audited = () =>
    server.db.selectFrom('audit_events').selectAll().where('action', '=', 'snapshot_key.rotated').execute();

  test('devices download everything again, under another key, with what was scanned before and meanwhile', async () => {
    const reader = read();
    await reader.catchUp();
    const { snapshot_key: before = '', count } = reader.manifest ?? {};
    const sealed = await segmentsOf();
    expect(sealed.length).toBeGreaterThan(0);
    const [rotation, ...results] = await Promise.all([rotate(), ...TICKETS.slice(0, 8).map(scan)]);
    expect([rotation.code, rotation.out]).toEqual([0, expect.stringContaining('17 tickets')]);
    expect(results.map((result) => result?.status)).toEqual(results.map(() => 'recorded'));
    expect(await reader.fetchPage()).toMatchObject({ from_start: true, count });
    await reader.catchUp();
    expect(reader.manifest?.snapshot_key).not.toBe(before);
    for (const barcode of TICKETS.slice(0, 17)) {
      expect(await reader.open(barcode, { snapshotKey: before })).toBeNull();
      const isUsed = TICKETS.indexOf(barcode) < 8 || barcode === 'K-16';
      expect(await reader.open(barcode)).toMatchObject({ entriesUsed: isUsed ? 1 : 0 });
    }
    expect(await reader.open('K-17')).toBeNull();
    const [params, query] = [{ sha256: sealed[0] ?? '' }, { checkpoint: server.north.gates[0].id }];
    expect(expectRefusal(await clerk.api.call(getSnapshotSegment, { params, query })).status).toBe(404);
    expect(await audited()).toMatchObject([
      { domain_id: server.north.id, actor_kind: 'operator', target_id: server.north.id, detail: { tickets: 17 } },
    ]);
  });

  test('what changes afterwards follows under the new key, sealed and in pages', async () => {
    const reader = read();
    await reader.catchUp();
    await scan('K-9');
    await remove('K-10');
    await server.north.addTicket('K-NEW');
    await reader.catchUp();
    expect(await reader.open('K-9')).toMatchObject({ entriesUsed: 1 });
    expect([await reader.open('K-10'), await reader.open('K-NEW')]).toMatchObject([null, { entriesUsed: 0 }]);
    await snapshot.makeSegments();
    const fresh = read();
    await fresh.catchUp();
    expect(fresh.segments).toBeGreaterThan(0);
    expect(await fresh.open('K-9')).toMatchObject({ entriesUsed: 1 });
  });

  test('another domain keeps its key, and one without tickets has a new one', async () => {
    const stranger = await server.signIn(server.south.clerk.login);
    const reader = read(stranger, server.south);
    await reader.catchUp();
    const before = reader.manifest?.snapshot_key;
    await rotate();
    await reader.catchUp();
    expect(reader.manifest?.snapshot_key).toBe(before);
    expect(
      await rotateSnapshotKey(server.db, { id: server.south.id, name: 'South Hall' }, { actor: { kind: 'system' } }),
    ).toEqual({ tickets: 0 });
    await reader.catchUp();
    expect(reader.manifest?.snapshot_key).not.toBe(before);
  });

  test('the keys of many changes are written in several statements', async () => {
    const by = { actor: { kind: 'system' } } as const;
    expect(
      await rotateSnapshotKey(server.db, { id: server.north.id, name: 'North Pier' }, by, { changesAtOnce: 5 }),
    ).toEqual({ tickets: 17 });
    const reader = read();
    await reader.catchUp();
    expect(await reader.open('K-NEW')).toMatchObject({ entriesUsed: 0 });
  });

  test('nobody but the operator rotates it', async () => {
    const lines = (await audited()).length;
    const path = `/admin/v0/domains/${server.north.id}/snapshot-key/rotate`;
    const headers = { Authorization: `Bearer ${clerk.tokens.access_token}` };
    expect((await fetch(server.url + path, { method: 'POST', headers })).status).toBe(403);
    expect(await audited()).toHaveLength(lines);
  });
}
